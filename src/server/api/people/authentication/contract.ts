import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, line } from '#api/wire.ts'

/** Maximum length allows any passphrase and keeps the cost of hashing constant. */
const password = z.string().min(1).max(200)

const username = line.min(1).max(200)

export const Login = z.object({ username, password })
export type Login = z.infer<typeof Login>

export const SignedIn = z.object({ token: z.string(), userId: z.int() })
export type SignedIn = z.infer<typeof SignedIn>

const newPassword = { newPassword: z.string().max(200), passwordVerification: z.string().max(200) }

/** Channels that a code can be sent by, fully masked: the reply is the same for every user name. */
const ContactInfo = z.object({ email: z.string().nullable(), phone: z.string().nullable() })

export const SendReset = z.object({ username, channel: z.literal('email') })
export type SendReset = z.infer<typeof SendReset>

/** `resetToken` is the token of the link, or the code from the mail, which also needs the user name. */
export const CompleteReset = z.object({
  resetToken: z.string().trim().min(1).max(100),
  username: username.optional(),
  ...newPassword,
})
export type CompleteReset = z.infer<typeof CompleteReset>

export const authentication = contract({
  'POST /Authentication/Login': {
    who: 'anyone',
    whilePasswordExpired: true,
    cache: 'never',
    body: Login,
    reply: SignedIn,
    summary: 'Opens a session. Every failure gives the same response after the same time.',
  },
  'POST /Authentication/Logout': {
    who: 'anyone',
    signInSteps: ['second-factor', 'factor-setup'],
    whilePasswordExpired: true,
    reply: z.void(),
    summary: 'Ends the session; the response is the same when it had already ended.',
  },
  'POST /Authentication/SingleSignOn': {
    who: 'anyone',
    whilePasswordExpired: true,
    cache: 'never',
    body: z.object({ token: z.string().min(1).max(100) }),
    reply: SignedIn,
    summary: 'Opens a session by the token of a link, once.',
  },
  'GET /Authentication/SingleSignOnLinkForUser/:id': {
    who: 'superadministrators',
    recentProof: true,
    cache: 'never',
    reply: z.string(),
    summary: 'Creates a link that signs a person in once within five minutes; the request is recorded.',
  },
  'POST /Authentication/GeneratePassword': {
    who: 'administratorsUp',
    recentProof: true,
    cache: 'never',
    body: z.object({ userId: id }),
    reply: z.object({ password: z.string().nullable() }),
    summary: 'Gives a person a temporary password: mailed if there is an address, otherwise shown once.',
  },
  'POST /Authentication/ForgotPassword/contactinfo': {
    who: 'anyone',
    whilePasswordExpired: true,
    cache: 'never',
    body: z.object({ username }),
    reply: ContactInfo,
    summary: 'Lists the channels for a code; the response is the same whether the user name exists or not.',
  },
  'POST /Authentication/ForgotPassword/reset': {
    who: 'anyone',
    whilePasswordExpired: true,
    cache: 'never',
    body: z.union([SendReset, CompleteReset]),
    reply: z.void(),
    summary: 'Sends a code and a link, or sets the new password with one of them.',
  },
})
