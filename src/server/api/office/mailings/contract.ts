import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, line, noContent, pageSchema, queryId, queryPage, queryPageSize, version } from '#api/wire.ts'
import { Audience } from './audience/contract.ts'
import { audienceKinds, hasValidPlaceholders, mailingFileLimits, mailingStates, skipReasons } from './rules.ts'

const texts = {
  audience: Audience,
  subject: line.min(1).max(200),
  text: z.string().trim().min(1).max(10_000),
}

/** A file that is attached to a mailing. */
export const MailingFile = z.object({ id, name: z.string(), size: z.int(), url: z.string() })
export type MailingFile = z.infer<typeof MailingFile>

const files = z.array(MailingFile)
const fileIds = z.array(id).max(mailingFileLimits.files).default([])

const draftId = z.string().regex(/^[\w-]{1,60}$/)

interface Wording {
  audience: Audience
  subject: string
  text: string
}

/** Refuses placeholders that have no value for the audience, by field. */
function checkPlaceholders({ value, issues }: z.core.ParsePayload<Wording>): void {
  for (const field of ['subject', 'text'] as const)
    if (!hasValidPlaceholders(value[field], value.audience.kind))
      issues.push({
        code: 'custom',
        input: value[field],
        path: [field],
        params: { reason: 'mailing_placeholder' },
      })
}

export const NewMailing = z
  .object({
    ...texts,
    fileIds,
    /** Number of recipients that the author confirmed. */
    recipients: z.int().min(1),
    /** Time of sending; null: at once. */
    due: instant.nullable(),
    /** The draft that becomes the mailing, and the version of it that the author saw. */
    draft: z.object({ id: draftId, lastChange: instant }).nullish(),
  })
  .check(checkPlaceholders)
export type NewMailing = z.infer<typeof NewMailing>

export const Mailing = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  files,
  audience: z.enum(audienceKinds),
  state: z.enum(mailingStates),
  authorId: id,
  authorName: z.string().nullable(),
  created: instant,
  due: instant,
  finished: instant.nullable(),
  /** Recipients by what became of their mail; `waiting` includes mails that are queued. */
  total: z.int(),
  sent: z.int(),
  failed: z.int(),
  skipped: z.int(),
  waiting: z.int(),
  /** Skipped recipients by reason; reasons without anybody are left out. */
  skipReasons: z.partialRecord(z.enum(skipReasons), z.int()),
})
export type Mailing = z.infer<typeof Mailing>

/** Something that was mailed to the participants of an occasion or exam. */
export const SentMailing = z.object({
  id: z.string(),
  /** The mailing, when the caller may open it; null for others' and for mails from the list of participants. */
  mailingId: z.string().nullable(),
  subject: z.string(),
  state: z.enum(mailingStates),
  authorName: z.string().nullable(),
  due: instant,
  /** Recipients in the caller's scope, by what became of their mail. */
  total: z.int(),
  sent: z.int(),
  failed: z.int(),
  skipped: z.int(),
})
export type SentMailing = z.infer<typeof SentMailing>

const AudiencePreview = z.object({
  total: z.int(),
  /** The first recipients by name, for a preview as one of them. */
  first: z.array(z.object({ userId: id, name: z.string(), hasAddress: z.boolean() })),
  /** Recipients without an e-mail address, and without a guardian who has one. */
  withoutAddress: z.int(),
  /** Recipients who have declined mailings, when the audience may decline them. */
  declined: z.int(),
  /** The mail as the recipient would get it; null without texts or without recipients. */
  mail: z.object({ userId: id, subject: z.string(), text: z.string() }).nullable(),
})
export type AudiencePreview = z.infer<typeof AudiencePreview>

/** A mailing that is being written; nothing of it is checked before it is sent. */
export const EditedDraft = z.object({
  audience: Audience,
  subject: line.max(200),
  text: z.string().trim().max(10_000),
  /** Time of sending; null: at once. */
  due: instant.nullable(),
  fileIds,
})
export type EditedDraft = z.infer<typeof EditedDraft>

export const MailingDraft = EditedDraft.omit({ fileIds: true }).extend({
  files,
  id: draftId,
  authorId: id,
  authorName: z.string().nullable(),
  created: instant,
  lastChange: instant,
})
export type MailingDraft = z.infer<typeof MailingDraft>

/** A draft in the list, without its text and its people. */
export const ListedDraft = MailingDraft.omit({ audience: true, text: true, files: true }).extend({
  audience: z.enum(audienceKinds),
})
export type ListedDraft = z.infer<typeof ListedDraft>

const mailingId = z.object({ id: draftId })

export const mailingCalls = contract({
  'POST /Mailings/preview': {
    who: 'staff',
    cache: 'never',
    body: z.object({
      audience: Audience,
      subject: line.max(200).default(''),
      text: z.string().max(10_000).default(''),
      /** The recipient to preview as; absent: the first. */
      userId: id.nullish(),
    }),
    reply: AudiencePreview,
    summary: 'Counts the people of a selection, names the first and fills the texts for one of them. Sends nothing.',
  },
  'POST /Mailings/test': {
    who: 'staff',
    body: z.object({ ...texts, fileIds }).check(checkPlaceholders),
    reply: z.object({ recipient: z.string() }),
    repeatable: true,
    summary: 'Mails the texts to the caller, filled in as for the first recipient.',
  },
  'POST /Mailings': {
    who: 'staff',
    body: NewMailing,
    reply: Mailing,
    repeatable: true,
    summary:
      'Sends a mailing to the selection, now or at a time. Refused when the number of recipients differs from the confirmed one.',
  },
  'GET /Mailings': {
    who: 'staff',
    cache: 'never',
    query: z.object({
      page: queryPage,
      pageSize: queryPageSize,
      /** Only the mailing with this id. */
      id: draftId.optional(),
      /** Only mailings of which this person is a recipient. */
      userId: queryId.optional(),
    }),
    reply: pageSchema(Mailing),
    summary: 'Lists mailings with their counts, latest first: the caller’s own, to superadministrators all.',
  },
  'GET /Mailings/history': {
    who: 'educatorsUp',
    cache: 'never',
    query: z
      .object({ occasionId: queryId.optional(), examId: queryId.optional() })
      .refine(({ occasionId, examId }) => (occasionId === undefined) !== (examId === undefined), {
        path: ['occasionId'],
      }),
    reply: z.array(SentMailing),
    summary:
      'Lists what was mailed to the participants of an occasion or exam, latest first, to those who organise it; counts people in the caller’s scope.',
  },
  'PUT /Mailings/:id/cancel': {
    who: 'staff',
    params: mailingId,
    reply: Mailing,
    summary: 'Cancels a mailing that is scheduled; refused once it is being sent. Repeating it changes nothing.',
  },
  'POST /Mailings/:id/resend': {
    who: 'staff',
    params: mailingId,
    reply: z.object({ queued: z.int() }),
    repeatable: true,
    summary: 'Sends the failed mails of a mailing again; those that arrived are not sent twice.',
  },
  'POST /Mailings/files': {
    who: 'staff',
    multipart: 'request',
    bodyMb: 6,
    body: z.object({}),
    reply: MailingFile,
    repeatable: true,
    summary: 'Stores a file for a mailing. It is removed after a day unless a draft or a mailing has it.',
  },
  'GET /Mailings/drafts': {
    who: 'staff',
    cache: 'never',
    reply: z.array(ListedDraft),
    summary: 'Lists drafts of mailings, the latest change first: the caller’s own, to superadministrators all.',
  },
  'GET /Mailings/drafts/:id': {
    who: 'staff',
    cache: 'never',
    params: mailingId,
    reply: MailingDraft,
    summary: 'Returns a draft.',
  },
  'POST /Mailings/drafts': {
    who: 'staff',
    body: EditedDraft,
    reply: MailingDraft,
    repeatable: true,
    summary: 'Stores a draft of a mailing.',
  },
  'PUT /Mailings/drafts/:id': {
    who: 'staff',
    params: mailingId,
    body: EditedDraft.extend({ lastChange: version }),
    reply: MailingDraft,
    summary: 'Changes a draft.',
  },
  'DELETE /Mailings/drafts/:id': {
    who: 'staff',
    params: mailingId,
    reply: noContent,
    summary: 'Removes a draft. Repeating it changes nothing.',
  },
})
