import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { SubscriptionKind } from '#api/office/calendar/subscriptions/contract.ts'
import { Passkey } from '#api/people/authentication/factors/contract.ts'
import { openedBy } from '#api/people/authentication/rules.ts'
import { id, instant } from '#api/wire.ts'

export const OpenSession = z.object({
  id,
  /** As the browser called itself; null where it is not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** How the person signed in; null on sessions from before it was noted. */
  openedBy: z.enum(openedBy).nullable(),
  signedIn: instant,
  /** Written down every five minutes. */
  lastUsed: instant,
  /** The session of this very call. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** Everything that opens the account or reads from it, one list for each kind. */
export const AccountAccess = z.object({
  sessions: z.array(OpenSession),
  /** Ways to sign in beside the password. */
  connections: z.array(z.object({ kind: z.literal('electronicIdentification') })),
  passkeys: z.array(Passkey),
  /** The authenticator app that signing in asks for a code from. */
  app: z.object({ created: instant }).nullable(),
  /** Subscribed calendars: whoever has the address reads them. */
  calendarAddresses: z.array(
    z.object({ id, kind: SubscriptionKind, organizationName: z.string().nullable(), created: instant }),
  ),
})
export type AccountAccess = z.infer<typeof AccountAccess>

export const ChangePassword = z.object({
  password: z.string().min(1).max(200),
  newPassword: z.string().max(200),
  passwordVerification: z.string().max(200),
})
export type ChangePassword = z.infer<typeof ChangePassword>

export const accountAccess = contract({
  'GET /Authentication/access': {
    who: 'signedIn',
    cache: 'never',
    reply: AccountAccess,
    summary:
      'What opens the caller’s own account or reads from it: sessions, connections, passkeys, calendar addresses.',
  },
  'DELETE /Authentication/sessions': {
    who: 'signedIn',
    reply: z.void(),
    summary: 'Ends all own sessions but the one of the call.',
  },
  'DELETE /Authentication/sessions/:id': {
    who: 'signedIn',
    reply: z.void(),
    summary: 'Ends one own session.',
  },
  'POST /Authentication/ChangePassword': {
    who: 'signedIn',
    whilePasswordExpired: true,
    cache: 'never',
    body: ChangePassword,
    reply: z.void(),
    summary: 'Changes the own password and signs out everywhere else.',
  },
})
