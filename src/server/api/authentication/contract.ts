import { z } from 'zod'
import { contract } from '../calls.ts'

/** Long enough for any passphrase, short enough that hashing it costs nothing extra. */
const password = z.string().min(1).max(200)

export const Login = z.object({ username: z.string().trim().min(1).max(200), password })
export type Login = z.infer<typeof Login>

export const SignedIn = z.object({ token: z.string(), userId: z.int() })
export type SignedIn = z.infer<typeof SignedIn>

export const authentication = contract({
  'POST /Authentication/Login': {
    who: 'anyone',
    whilePasswordExpired: true,
    body: Login,
    reply: SignedIn,
    summary: 'Opens a session. Every failure has one answer and one duration.',
  },
  'POST /Authentication/Logout': {
    who: 'anyone',
    whilePasswordExpired: true,
    reply: z.void(),
    summary: 'Ends the session; answered alike when it had ended already.',
  },
})
