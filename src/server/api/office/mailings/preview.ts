import type { Ctx } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import type { Audience } from './audience/contract.ts'
import { isPersonal, selectAudience } from './audiences.ts'
import type { AudiencePreview } from './contract.ts'
import { requireAttachable } from './receive-file.ts'
import { countUnreached, fillWording, loadRecipients } from './recipients.ts'
import { isDeclinable } from './rules.ts'

const maxNames = 20

/** Returns the fields of an audience that decide whether its people may decline the mailing. */
const toDecliners = (audience: Audience): Parameters<typeof isDeclinable>[0] =>
  audience.kind === 'education' ? audience : { kind: audience.kind, isPersonal: isPersonal(audience) }

interface Wording {
  audience: Audience
  subject: string
  text: string
}

/**
 * Counts the people of a mailing's audience, names the first 20, and fills the texts for one of these: `userId`, or the
 * first. Sends and stores nothing. `withoutAddress` counts those whom no mail reaches, `declined` those who have
 * declined mailings, 0 where they cannot. `mail` is null for an audience without people. Reads of minors and
 * protected identities among the named are recorded.
 *
 * @throws Refused with the codes of `selectAudience`.
 */
export async function previewMailing(
  ctx: Ctx,
  { audience, userId, ...wording }: Wording & { userId?: number | null | undefined },
): Promise<AudiencePreview> {
  const selection = await selectAudience(ctx, audience)
  const shownIds = selection.userIds.slice(0, maxNames)
  const [people, { withoutAddress, declined }] = await Promise.all([
    loadRecipients(ctx, shownIds),
    countUnreached(ctx, selection.userIds),
    recordReadsOfListById(ctx, shownIds),
  ])
  const reader = people.find((one) => one.userId === userId) ?? people[0]
  const mail = reader && {
    userId: reader.userId,
    ...fillWording(wording, reader, selection, reader.language ?? ctx.language),
  }
  return {
    total: selection.userIds.length,
    first: people.map((one) => ({ userId: one.userId, name: one.name, hasAddress: Boolean(one.email) })),
    withoutAddress,
    declined: isDeclinable(toDecliners(audience)) ? declined : 0,
    mail: mail ?? null,
  }
}

/**
 * Mails the texts of a mailing to the caller as a test, filled in as for the first recipient, with the files. Returns
 * the caller's e-mail address. The `sender` is the caller. Stores no mailing and writes no audit entry.
 *
 * @throws Refused with the codes of `selectAudience`.
 * @throws Refused('mailing_empty') when the audience has nobody.
 * @throws Refused with the codes of `requireAttachable`.
 * @throws Refused('mailing_without_own_address') when the caller has no e-mail address.
 */
export async function sendTest(
  ctx: Ctx,
  { audience, fileIds, ...wording }: Wording & { fileIds: number[] },
): Promise<{ recipient: string }> {
  await requireAttachable(ctx, fileIds)
  const selection = await selectAudience(ctx, audience)
  const [[own], [first]] = await Promise.all([
    loadRecipients(ctx, [ctx.actor.id]),
    loadRecipients(ctx, selection.userIds.slice(0, 1)),
  ])
  if (!first) throw new Refused('mailing_empty')
  if (!own?.email) throw new Refused('mailing_without_own_address')
  const values = { ...fillWording(wording, first, selection, ctx.language), sender: ctx.actor.name }
  const draft = { recipient: own.email, userId: own.userId, language: ctx.language, name: 'mailing', values }
  await ctx.db.commit(writeMail(ctx, { ...draft, attachedFiles: fileIds }))
  return { recipient: own.email }
}
