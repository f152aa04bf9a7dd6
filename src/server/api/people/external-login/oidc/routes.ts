import { serve } from '#api/serve.ts'
import { removeLinkOfUser, removeOwnLink } from './change-link.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { oidc } from './contract.ts'
import { startSignIn } from './start-sign-in.ts'

export const routes = serve(oidc, {
  'POST /ExternalLogin/oidc/start': async ({ body }, ctx) => ({ url: await startSignIn(ctx, body.returnUrl) }),
  'POST /ExternalLogin/oidc/complete': ({ body, request }, ctx) =>
    completeSignIn(ctx, body.search, request?.headers.get('user-agent') ?? null),
  'DELETE /ExternalLogin/oidc/link': (_input, ctx) => removeOwnLink(ctx),
  'DELETE /ExternalLogin/oidc/link/:userId': ({ params }, ctx) => removeLinkOfUser(ctx, params.userId),
})
