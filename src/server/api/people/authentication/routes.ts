import { recordAudit } from '#api/foundation/audit/storage.ts'
import { serve } from '#api/serve.ts'
import { authentication } from './contract.ts'
import { generatePassword } from './passwords/generate-password.ts'
import { completeReset, getContactInfo, requestReset } from './passwords/reset-password.ts'
import { signIn } from './sign-in.ts'
import { createSignOnLink, openSignOnSession } from './sign-on-link.ts'
import { removeSession } from './storage.ts'

const browserOf = (request: Request | null) => request?.headers.get('user-agent') ?? null

export const routes = serve(authentication, {
  'POST /Authentication/Login': ({ body, request }, ctx) => signIn(ctx, body, browserOf(request)),
  'POST /Authentication/Logout': async (_input, ctx) => {
    ctx.pageSession.newState = 'ended'
    if (!ctx.actor) return
    await ctx.db.commit([
      removeSession(ctx, ctx.actor),
      recordAudit(ctx, 'session.ended', { type: 'user', id: ctx.actor.id }),
    ])
  },
  'POST /Authentication/SingleSignOn': ({ body, request }, ctx) =>
    openSignOnSession(ctx, body.token, browserOf(request)),
  'GET /Authentication/SingleSignOnLinkForUser/:id': ({ params }, ctx) => createSignOnLink(ctx, params.id),
  'POST /Authentication/GeneratePassword': ({ body }, ctx) => generatePassword(ctx, body.userId),
  'POST /Authentication/ForgotPassword/contactinfo': (_input, ctx) => getContactInfo(ctx),
  'POST /Authentication/ForgotPassword/reset': ({ body }, ctx) =>
    'channel' in body ? requestReset(ctx, body.username) : completeReset(ctx, body),
})
