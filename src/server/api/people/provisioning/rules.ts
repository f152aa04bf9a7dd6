import { readOidcSettings } from '#api/people/external-login/oidc/rules.ts'

/** Path of SCIM on the portal's own origin. */
export const scimPath = '/scim/v2'

/** Whether a path belongs to SCIM. */
export const isScimPath = (pathname: string) => pathname === scimPath || pathname.startsWith(`${scimPath}/`)

/** Whether the portal answers SCIM: only with an OpenID provider, whose groups the mapping to roles names. */
export const isScimOn = (env: Env): boolean => readOidcSettings(env) !== null

/** Returns the URL that an identity provider is given; null while the portal does not answer SCIM. */
export const getScimUrl = (env: Env): string | null => (isScimOn(env) ? `${env.PORTAL_ORIGIN}${scimPath}` : null)
