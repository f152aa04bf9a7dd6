import { readOidcSettings } from '#api/people/external-login/oidc/rules.ts'

/** Path of SCIM on the portal's own origin. */
export const scimPath = '/scim/v2'

/** Whether a path belongs to SCIM: it is `/scim/v2` or below it, in this case of letters. */
export const isScimPath = (pathname: string) => pathname === scimPath || pathname.startsWith(`${scimPath}/`)

/**
 * Whether the portal answers SCIM: the settings of an OpenID provider are complete and valid (`readOidcSettings`). The
 * mapping of groups to roles may be empty, but not malformed.
 */
export const isScimOn = (env: Env): boolean => readOidcSettings(env) !== null

/** Returns the URL that an identity provider is given; null while the portal does not answer SCIM. */
export const getScimUrl = (env: Env): string | null => (isScimOn(env) ? `${env.PORTAL_ORIGIN}${scimPath}` : null)
