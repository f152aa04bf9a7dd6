import { createHash } from 'node:crypto'
import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import type { Place } from '#api/place.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { findTemplate, listPlaceholders } from './originals.ts'
import { type MailTopic, mailTopic, nextStepMark, nextStepName } from './rules.ts'
import { sealSecrets, withoutSecrets } from './secrets.ts'
import { insertMail, type MailOwner } from './storage.ts'

export interface MailDraft {
  recipient: string
  /**
   * The person whose account the mail is about, also when the e-mail address is an earlier or a future one; erasing the
   * person removes it. By user name for a person whom the same commit inserts. Null: nobody's, and it cannot be
   * declined.
   */
  userId: MailOwner | null
  /** Language of the recipient; null for the language of the request. */
  language: Language | null
  /** `<name>.subject` and `<name>.text` in locales/<language>/mails.json. */
  name: string
  values: Record<string, string>
  /**
   * True when a link, code or password opens an account: it is stored encrypted until the mail is sent, and then
   * removed.
   */
  secret?: boolean
  /** Places of the recipient's sign-up; invitations to them are attached as calendar files. */
  invitesTo?: readonly Place[]
  /** Ids of stored files that are attached, in their order. */
  attachedFiles?: readonly number[]
  /** Topic that the recipient may have declined; by default that of the template. */
  topic?: MailTopic
  /** Part result whose next step the mail names, as it is when the mail is sent: the placeholder `nextStep`. */
  stepResultId?: number | undefined
  /** Id for a sender that follows its mail; a new one by default. */
  messageId?: string
}

/**
 * Key of the same mail in the same request or job, so that a repeated job writes nothing twice. It outlives the mail,
 * so it contains nothing of a secret text.
 */
const onceKeyOf = ({ requestId }: Visitor, draft: MailDraft, subject: string, body: string) => {
  const { recipient, name, secret, invitesTo = [], attachedFiles = [] } = draft
  return createHash('sha256')
    .update(
      JSON.stringify([requestId, recipient, name, ...(secret ? [] : [subject, body]), ...invitesTo, ...attachedFiles]),
    )
    .digest('hex')
}

/** Returns the template's variant and the values of its placeholders, without those that are filled when it is sent. */
function fillingOf(name: string, values: Record<string, string>, later: readonly string[]) {
  const template = findTemplate(name, values['context'] ?? '') ?? findTemplate(name, '')
  const allowed = template ? listPlaceholders(template) : []
  return {
    variant: template?.variant ?? '',
    values: allowed.flatMap((key): [string, string][] => (later.includes(key) ? [] : [[key, values[key] ?? '']])),
  }
}

/**
 * Returns the statements that insert a mail and the job that sends it, for the commit of the write that the mail is
 * about. Noting the job for the queue is done at once.
 *
 * Nothing is sent when the commit fails, the person `userId` has declined the topic, or the same request or job has
 * written the same mail before. The text is that of the template, or its custom wording, in the language of the draft,
 * else the request's, with the portal's signature. In a draft with `secret`, the link, code and password are encrypted
 * until the mail is sent.
 */
export function writeMail(ctx: Visitor, draft: MailDraft): Statement[] {
  const { recipient, name, secret = false, userId, invitesTo = [], attachedFiles = [], messageId = ctx.newId() } = draft
  const { stepResultId } = draft
  const { shown, secrets } = secret ? withoutSecrets(draft.values) : { shown: draft.values, secrets: {} }
  const values = stepResultId === undefined ? shown : { ...shown, [nextStepName]: nextStepMark }
  const language = draft.language ?? ctx.language
  const t = translator(language, 'mails')
  const subject = t(`${name}.subject`, values)
  const signature = `\n\n${t('signature', { portal: ctx.env.PORTAL_ORIGIN })}\n`
  const body = `${t(`${name}.text`, values)}${signature}`
  const onceKey = onceKeyOf(ctx, draft, subject, body)
  const sealed = secret ? sealSecrets(ctx.env.SESSION_SECRET, messageId, secrets) : null
  const content = {
    recipient,
    subject,
    body,
    secret,
    userId,
    name,
    language,
    invitesTo,
    attachedFiles,
    sealed,
    stepResultId,
  }
  const mail = { ...content, messageId, createdAt: ctx.now, onceKey }
  return [
    insertMail(ctx.db, mail, draft.topic ?? mailTopic(name), {
      ...fillingOf(name, values, [...Object.keys(secrets), ...(stepResultId === undefined ? [] : [nextStepName])]),
      signature,
    }),
    queueJob(ctx, 'mails.send', { messageId }),
  ]
}
