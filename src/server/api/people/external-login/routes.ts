import { serve } from '#api/serve.ts'
import { findConnection, removeConnection, removeOwnConnection } from './connection.ts'
import { externalLogin } from './contract.ts'
import { answerAsPhone } from './providers/local-provider.ts'
import { cancelOrder, readResult } from './read-result.ts'
import { startOrder } from './start-order.ts'

const browserOf = (request: Request | null) => request?.headers.get('user-agent') ?? null

export const routes = serve(externalLogin, {
  'POST /ExternalLogin/startauthentication/:x': ({ params, body, request }, ctx) =>
    startOrder(ctx, params.x, body, browserOf(request) ?? ''),
  'POST /ExternalLogin/result/:x': ({ params, body, request }, ctx) =>
    readResult(ctx, params.x, { ...body, userAgent: browserOf(request) }),
  'POST /ExternalLogin/cancel/:x': ({ params }, ctx) => cancelOrder(ctx, params.x),
  'GET /ExternalLogin/connection': (_input, ctx) => findConnection(ctx),
  'DELETE /ExternalLogin/connection': (_input, ctx) => removeOwnConnection(ctx),
  'DELETE /ExternalLogin/connection/:userId': ({ params }, ctx) => removeConnection(ctx, params.userId),
  'POST /ExternalLogin/localdevice': ({ body }, ctx) => answerAsPhone(ctx, body),
})
