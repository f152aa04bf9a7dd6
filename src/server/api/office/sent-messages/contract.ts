import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { tableFileKinds } from '#api/foundation/files/rules.ts'
import { mailStates } from '#api/foundation/mails/rules.ts'
import { Notice } from '#api/foundation/notices/contract.ts'
import { id, instant, line, pageSchema, queryOrder, queryPage, queryPageSize } from '#api/wire.ts'
import { mailOrders, maxResentMails } from './rules.ts'

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

/** Filter of the log of mails. */
export const MailSearch = z.object({
  /** The beginning of an e-mail address, or a person by name, user name or id. */
  who: z.string().trim().max(200).optional(),
  name: line.max(50).optional(),
  state: z.enum(mailStates).optional(),
})
export type MailSearch = z.infer<typeof MailSearch>

export const sentMessages = contract({
  'GET /Mails': {
    who: 'superadministrators',
    cache: 'never',
    query: MailSearch.extend({ ...queryOrder(mailOrders), page: queryPage, pageSize: queryPageSize }),
    reply: pageSchema(OutboxMail),
    summary: 'Lists the portal’s mails, newest first by default: queued, sent and failed.',
  },
  'GET /Mails/export': {
    who: 'superadministrators',
    cache: 'never',
    query: MailSearch.extend({ kind: z.enum(tableFileKinds) }),
    summary:
      'Exports the mails that a search selects as Excel or CSV, without texts, at most 20,000 rows; the export is recorded.',
  },
  'POST /Mails/resend': {
    who: 'superadministrators',
    body: MailSearch.omit({ state: true }).extend({
      /** Number of failed mails that the caller saw. Nothing is sent when it has changed. */
      expectedCount: z.int().min(1).max(maxResentMails),
    }),
    reply: z.object({ queued: z.int() }),
    repeatable: true,
    summary:
      'Sends all failed mails again that a search selects; `queued` leaves out those that are being sent already.',
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
