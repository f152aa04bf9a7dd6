import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { SignedIn } from '#api/people/authentication/contract.ts'

/** The session, and the path of the portal to go to. */
export const CompletedSignIn = SignedIn.extend({ returnPath: z.string() })
export type CompletedSignIn = z.infer<typeof CompletedSignIn>

const open = { who: 'anyone', whilePasswordExpired: true, cache: 'never' } as const

export const oidc = contract({
  'POST /ExternalLogin/oidc/start': {
    ...open,
    body: z.object({ returnUrl: z.string().max(2000).nullable().default(null) }),
    reply: z.object({ url: z.string() }),
    summary:
      'Starts a sign-in of staff at the OpenID provider, for this browser only, and returns the URL of its page.',
  },
  'POST /ExternalLogin/oidc/complete': {
    ...open,
    body: z.object({
      /** Query of the URL by which the provider led the browser back. */
      search: z.string().max(8000),
    }),
    reply: CompletedSignIn,
    changes: ['people'],
    summary:
      'Completes that sign-in and opens a session. Refusals have one text, unless the person can do something about it.',
  },
  'DELETE /ExternalLogin/oidc/link': {
    who: 'signedIn',
    reply: z.void(),
    changes: ['people'],
    summary: 'Disconnects the caller from the OpenID provider, unless limits of their roles hang on the link.',
  },
  'DELETE /ExternalLogin/oidc/link/:userId': {
    who: 'administratorsUp',
    recentProof: true,
    reply: z.void(),
    changes: ['people'],
    summary:
      'Disconnects a person from the OpenID provider, for administrators who may take away the roles that its groups gave.',
  },
})
