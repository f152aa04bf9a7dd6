import { serve } from '#api/serve.ts'
import { factorCalls } from './contract.ts'
import {
  getFactorStatus,
  listFactors,
  removeFactorsOfUser,
  removeOwnApp,
  removeOwnPasskey,
  renameOwnPasskey,
  renewRecoveryCodes,
} from './manage-factors.ts'
import { createOwnChallenge, createSignInChallenge } from './passkeys.ts'
import {
  completeSecondStep,
  listStepMethods,
  reauthenticateByPasskey,
  reauthenticateByPassword,
  signInByPasskey,
} from './second-step.ts'
import { addPasskey, confirmAppSetup, createPasskeyOptions, startAppSetup } from './set-up.ts'

const browserOf = (request: Request | null) => request?.headers.get('user-agent') ?? null

export const routes = serve(factorCalls, {
  'POST /Authentication/passkey/options': (_input, ctx) => createSignInChallenge({ ...ctx, actor: null }),
  'POST /Authentication/passkey': ({ body, request }, ctx) => signInByPasskey(ctx, body, browserOf(request)),
  'GET /Authentication/secondstep': (_input, ctx) => listStepMethods(ctx),
  'POST /Authentication/secondstep/options': (_input, ctx) => createOwnChallenge(ctx),
  'POST /Authentication/secondstep': ({ body, request }, ctx) => completeSecondStep(ctx, body, browserOf(request)),
  'POST /Authentication/passkey/verify': ({ body }, ctx) => reauthenticateByPasskey(ctx, body),
  'POST /Authentication/password/verify': ({ body }, ctx) => reauthenticateByPassword(ctx, body.password),
  'GET /Authentication/factors': (_input, ctx) => listFactors(ctx),
  'POST /Authentication/passkeys/options': ({ body }, ctx) => createPasskeyOptions(ctx, body.password),
  'POST /Authentication/passkeys': ({ body }, ctx) => addPasskey(ctx, body.name, body.passkey),
  'PUT /Authentication/passkeys/:id': ({ params, body }, ctx) => renameOwnPasskey(ctx, params.id, body.name),
  'POST /Authentication/passkeys/:id/remove': ({ params, body }, ctx) =>
    removeOwnPasskey(ctx, params.id, body.password),
  'POST /Authentication/app': ({ body }, ctx) => startAppSetup(ctx, body.password),
  'POST /Authentication/app/confirm': ({ body }, ctx) => confirmAppSetup(ctx, body.setupToken, body.code),
  'POST /Authentication/app/remove': ({ body }, ctx) => removeOwnApp(ctx, body.password),
  'POST /Authentication/recoverycodes': ({ body }, ctx) => renewRecoveryCodes(ctx, body.password),
  'GET /Authentication/factors/:userId': ({ params }, ctx) => getFactorStatus(ctx, params.userId),
  'DELETE /Authentication/factors/:userId': ({ params }, ctx) => removeFactorsOfUser(ctx, params.userId),
})
