import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { mailStates } from '#api/foundation/mails/rules.ts'
import { Notice } from '#api/foundation/notices/contract.ts'
import { id, instant, pageSchema, queryPage, queryPageSize } from '#api/wire.ts'

export const OutboxMail = z.object({
  id,
  /** Name of the template; null for mails from before it was stored. */
  name: z.string().nullable(),
  userId: id.nullable(),
  userName: z.string().nullable(),
  recipient: z.string(),
  subject: z.string(),
  /** Null when it contains a secret. */
  text: z.string().nullable(),
  /** Number of occasions and exams that the mail contains invitations to. */
  invitations: z.int(),
  created: instant,
  sent: instant.nullable(),
  error: z.string().nullable(),
})
export type OutboxMail = z.infer<typeof OutboxMail>

/** A notice with its recipient. */
const SentNotice = Notice.extend({ userId: id, userName: z.string() })

export const sentMessages = contract({
  'GET /Mails': {
    who: 'superadministrators',
    cache: 'never',
    query: z.object({
      page: queryPage,
      pageSize: queryPageSize,
      /** The beginning of an e-mail address, or a person by name, user name or id. */
      who: z.string().trim().max(200).optional(),
      name: z.string().max(50).optional(),
      state: z.enum(mailStates).optional(),
    }),
    reply: pageSchema(OutboxMail),
    summary: 'Lists the portal’s mails, newest first: queued, sent and failed.',
  },
  'POST /Mails/:id/resend': {
    who: 'superadministrators',
    reply: z.object({ queued: z.boolean() }),
    repeatable: true,
    summary: 'Sends a mail again that could not be sent. False when it is being sent already.',
  },
  'GET /Notices/sent': {
    who: 'superadministrators',
    cache: 'never',
    query: z.object({
      page: queryPage,
      pageSize: queryPageSize,
      /** A person by name, user name or id. */
      who: z.string().trim().max(200).optional(),
    }),
    reply: pageSchema(SentNotice),
    summary: 'Lists all notices, newest first, with recipient, text and when they were read.',
  },
})
