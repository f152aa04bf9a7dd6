import { serve } from '#api/serve.ts'
import { decideConsent, getConsentRequest } from './consent.ts'
import { ownAccounts } from './contract.ts'
import { decideMembership } from './decide-membership.ts'
import { finishAccount } from './finish-account.ts'
import { finishIdentifiedAccount, showIdentity } from './finish-identified.ts'
import { endIdentity } from './identity.ts'
import { listClubs } from './matches-storage.ts'
import { decideAccountRequest, listRequests } from './review.ts'
import { proveCode, requestCode } from './send-code.ts'

export const routes = serve(ownAccounts, {
  'POST /OwnAccounts/code': ({ body }, ctx) => requestCode(ctx, body),
  'POST /OwnAccounts/proof': ({ body }, ctx) => proveCode(ctx, body),
  'POST /OwnAccounts': ({ body }, ctx) => finishAccount(ctx, body),
  'GET /OwnAccounts/identity': ({ query }, ctx) => showIdentity(ctx, query.identity),
  'DELETE /OwnAccounts/identity': ({ query }, ctx) => endIdentity(ctx, query.identity),
  'POST /OwnAccounts/identified': ({ body }, ctx) => finishIdentifiedAccount(ctx, body),
  'GET /OwnAccounts/organizations': (_input, { db }) => listClubs(db),
  'GET /OwnAccounts/consent': ({ query }, ctx) => getConsentRequest(ctx, query.token),
  'POST /OwnAccounts/consent': ({ body }, ctx) => decideConsent(ctx, body),
  'GET /AccountRequests': ({ query }, ctx) => listRequests(ctx, query.organizationId),
  'POST /AccountRequests/:id/decision': ({ params, body }, ctx) => decideAccountRequest(ctx, params.id, body),
  'POST /MembershipRequests/:id/decision': ({ params, body }, ctx) => decideMembership(ctx, params.id, body),
})
