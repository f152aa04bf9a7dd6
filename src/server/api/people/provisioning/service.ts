import type { Ctx } from '#api/context.ts'
import type { OidcSettings } from '#api/people/external-login/oidc/rules.ts'

/** What a request of SCIM works with. */
export interface Service {
  ctx: Ctx
  settings: OidcSettings
  /** Id of the integration account that calls. */
  accountId: number
}
