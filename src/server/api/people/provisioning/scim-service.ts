import type { Ctx } from '#api/context.ts'
import type { OidcSettings } from '#api/people/external-login/oidc/rules.ts'

/** Context of a request of SCIM, with the provider and the account that calls. */
export interface Service {
  ctx: Ctx
  settings: OidcSettings
  /** Id of the integration account that calls. */
  accountId: number
}
