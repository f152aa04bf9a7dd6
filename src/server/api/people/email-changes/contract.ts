import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { instant } from '#api/wire.ts'

/** A new e-mail address that has not been confirmed yet. */
export const PendingEmail = z.object({
  email: z.string(),
  expires: instant,
  /** Requested by another person. */
  byAnother: z.boolean(),
})
export type PendingEmail = z.infer<typeof PendingEmail>

const MailedToken = z.object({ token: z.string().trim().min(1).max(200) })

const byMail = {
  who: 'anyone',
  whilePasswordExpired: true,
  cache: 'never',
  body: MailedToken,
  reply: z.void(),
} as const

export const emailChanges = contract({
  'POST /Authentication/email/confirm': {
    ...byMail,
    changes: ['people'],
    summary: 'Confirms a new e-mail address by the token that was mailed to it.',
  },
  'POST /Authentication/email/object': {
    ...byMail,
    changes: ['people'],
    summary: 'Stops or reverts a change of e-mail address by another person, by the token mailed to the previous one.',
  },
  'POST /user/:id/emailchange/resend': {
    who: 'signedIn',
    reply: z.void(),
    summary: 'Mails a new link to the unconfirmed address; the earlier link stops working.',
  },
  'DELETE /user/:id/emailchange': {
    who: 'signedIn',
    reply: z.void(),
    summary: 'Withdraws the unconfirmed change of e-mail address.',
  },
})
