import { recordAudit } from '../audit/storage.ts'
import { serve } from '../serve.ts'
import { authentication } from './contract.ts'
import { signIn } from './sign-in.ts'
import { removeSession } from './storage.ts'

export const routes = serve(authentication, {
  'POST /Authentication/Login': ({ body, request }, ctx) =>
    signIn(ctx, body, request?.headers.get('user-agent') ?? null),
  'POST /Authentication/Logout': async (_input, ctx) => {
    ctx.pageSession.becomes = 'ended'
    if (!ctx.actor) return
    await ctx.db.commit([
      removeSession(ctx.db, ctx.actor.sessionId),
      recordAudit(ctx, 'session.ended', { type: 'user', id: ctx.actor.id }),
    ])
  },
})
