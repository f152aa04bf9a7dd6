import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { SubscriptionKind } from '#api/office/calendar/subscriptions/contract.ts'
import { Passkey } from '#api/people/authentication/factors/contract.ts'
import { sessionMethods } from '#api/people/authentication/rules.ts'
import { id, instant } from '#api/wire.ts'

export const OpenSession = z.object({
  id,
  /** Browser name parsed from the user agent; null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** How the person signed in; null for sessions older than this column. */
  openedBy: z.enum(sessionMethods).nullable(),
  signedIn: instant,
  /** Updated at most every five minutes. */
  lastUsed: instant,
  /** Whether this is the session of the request. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** Everything that gives access to the account or reads from it, one list for each kind. */
export const AccountAccess = z.object({
  sessions: z.array(OpenSession),
  /** Ways to sign in beside the password. */
  connections: z.array(z.object({ kind: z.enum(['electronicIdentification', 'openIdConnect']) })),
  /** Name of the OpenID provider that the account can be connected with; null without one, and when it is connected. */
  providerToConnect: z.string().nullable(),
  passkeys: z.array(Passkey),
  /** The authenticator app used as second factor; null without one. */
  app: z.object({ created: instant }).nullable(),
  /** Calendar subscriptions; anyone who has the URL can read the calendar. */
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
    summary: 'Lists what gives access to the caller’s account: sessions, connections, passkeys and calendar addresses.',
  },
  'DELETE /Authentication/sessions': {
    who: 'signedIn',
    reply: z.void(),
    summary: 'Ends all sessions of the caller except the current one.',
  },
  'DELETE /Authentication/sessions/:id': {
    who: 'signedIn',
    reply: z.void(),
    summary: 'Ends one session of the caller.',
  },
  'POST /Authentication/ChangePassword': {
    who: 'signedIn',
    whilePasswordExpired: true,
    cache: 'never',
    body: ChangePassword,
    reply: z.void(),
    summary: 'Changes the caller’s password and ends the caller’s other sessions.',
  },
})
