import { z } from 'zod'
import { contract } from '../calls.ts'
import { id, instant, pageOf, queryPage, queryPageSize } from '../wire.ts'

export const OutboxMail = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  /** Null when it held a secret and has been sent. */
  text: z.string().nullable(),
  created: instant,
  sent: instant.nullable(),
  error: z.string().nullable(),
})
export type OutboxMail = z.infer<typeof OutboxMail>

export const mails = contract({
  'GET /Mails': {
    who: 'superadministrators',
    cache: 'never',
    query: z.object({ page: queryPage, pageSize: queryPageSize }),
    reply: pageOf(OutboxMail),
    summary: 'The portal’s mails, newest first: what is on its way, what has left and what could not.',
  },
  'POST /Email/Test': {
    who: 'superadministrators',
    cache: 'never',
    body: z.object({ to: z.email().max(200) }),
    reply: z.object({ ok: z.boolean(), message: z.string() }),
    repeatable: true,
    summary: 'Sends a mail at once and tells how that went.',
  },
})
