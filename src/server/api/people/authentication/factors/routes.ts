import { serve } from '#api/serve.ts'
import { factorCalls } from './contract.ts'
import {
  findFactorsOf,
  listFactors,
  removeFactorsOf,
  removeOwnApp,
  removeOwnPasskey,
  rename,
  renewRecoveryCodes,
} from './manage-factors.ts'
import { ownRequest, signInRequest } from './passkeys.ts'
import { signInByPasskey, stepWays, takeSecondStep, verifyAgain, verifyPassword } from './second-step.ts'
import { addPasskey, beginApp, confirmApp, passkeyCreation } from './set-up.ts'

const browserOf = (request: Request | null) => request?.headers.get('user-agent') ?? null

export const routes = serve(factorCalls, {
  'POST /Authentication/passkey/options': (_input, ctx) => signInRequest({ ...ctx, actor: null }),
  'POST /Authentication/passkey': ({ body, request }, ctx) => signInByPasskey(ctx, body, browserOf(request)),
  'GET /Authentication/secondstep': (_input, ctx) => stepWays(ctx),
  'POST /Authentication/secondstep/options': (_input, ctx) => ownRequest(ctx),
  'POST /Authentication/secondstep': ({ body, request }, ctx) => takeSecondStep(ctx, body, browserOf(request)),
  'POST /Authentication/passkey/verify': ({ body }, ctx) => verifyAgain(ctx, body),
  'POST /Authentication/password/verify': ({ body }, ctx) => verifyPassword(ctx, body.password),
  'GET /Authentication/factors': (_input, ctx) => listFactors(ctx),
  'POST /Authentication/passkeys/options': ({ body }, ctx) => passkeyCreation(ctx, body.password),
  'POST /Authentication/passkeys': ({ body }, ctx) => addPasskey(ctx, body.name, body.passkey),
  'PUT /Authentication/passkeys/:id': ({ params, body }, ctx) => rename(ctx, params.id, body.name),
  'POST /Authentication/passkeys/:id/remove': ({ params, body }, ctx) =>
    removeOwnPasskey(ctx, params.id, body.password),
  'POST /Authentication/app': ({ body }, ctx) => beginApp(ctx, body.password),
  'POST /Authentication/app/confirm': ({ body }, ctx) => confirmApp(ctx, body.setupToken, body.code),
  'POST /Authentication/app/remove': ({ body }, ctx) => removeOwnApp(ctx, body.password),
  'POST /Authentication/recoverycodes': ({ body }, ctx) => renewRecoveryCodes(ctx, body.password),
  'GET /Authentication/factors/:userId': ({ params }, ctx) => findFactorsOf(ctx, params.userId),
  'DELETE /Authentication/factors/:userId': ({ params }, ctx) => removeFactorsOf(ctx, params.userId),
})
