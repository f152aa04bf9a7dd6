import { type Role, roles } from '#api/held-roles.ts'

/** Variables and the secret of the OpenID provider; see docs/running/configuration.md. */
export type OidcVariables = Pick<Env, Extract<keyof Env, `OIDC_${string}`>>

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Separated by spaces. */
  scopes: string
  label: string
  groupsClaim: string
  /** Roles by group, as the provider names the group. */
  groupRoles: ReadonlyMap<string, readonly Role[]>
  /** The only Google Workspace domain whose people may sign in; null for any. */
  hostedDomain: string | null
}

/** Lifetime of a sign-in at the provider, and the highest number that one network may start in a quarter of an hour. */
export const signInMinutes = 10
export const maxSignIns = 60

/** Hosts of the issuers of Entra, in all its clouds. */
const microsoftHosts = ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn']

const localHosts = ['localhost', '127.0.0.1', '[::1]']

/** Issuers of Entra that admit every tenant, so that a stranger could name any e-mail address. */
const isOfEveryTenant = ({ hostname, pathname }: URL) =>
  microsoftHosts.includes(hostname) && /^\/(common|organizations|consumers)(\/|$)/i.test(pathname)

/**
 * Whether an issuer may be called: a URL by https, or by http on this machine for tests and trials, without query and
 * fragment. Not one of Entra that admits people of every tenant (`common` and the like).
 */
export function isUsableIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false
  const url = new URL(issuer)
  const { protocol, hostname, search, hash } = url
  if (search || hash || isOfEveryTenant(url)) return false
  return protocol === 'https:' || (protocol === 'http:' && localHosts.includes(hostname))
}

const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name)

/**
 * Parses `group=Role;group=Role` to the roles of each group; null when an entry is malformed or names no role of the
 * portal. A group may have several entries, and its name may contain `=`. Empty text gives no groups.
 */
export function parseGroupRoles(text: string): ReadonlyMap<string, readonly Role[]> | null {
  const parsed = new Map<string, readonly Role[]>()
  for (const entry of text.split(';').filter((part) => part.trim() !== '')) {
    const at = entry.lastIndexOf('=')
    const [group, role] = [entry.slice(0, Math.max(at, 0)).trim(), entry.slice(at + 1).trim()]
    if (group === '' || !isRole(role)) return null
    parsed.set(group, [...(parsed.get(group) ?? []), role])
  }
  return parsed
}

/** Returns the roles that some group gives, in no order; null when the mapping cannot be read. */
export function listMappedRoles({ OIDC_GROUP_ROLES = '' }: OidcVariables): Role[] | null {
  const groupRoles = parseGroupRoles(OIDC_GROUP_ROLES)
  return groupRoles && [...new Set([...groupRoles.values()].flat())]
}

const defaultRoleDays = 30

/**
 * Returns the days for which a sign-in by the provider confirms the roles of its groups: `OIDC_ROLE_DAYS` when that is
 * a positive whole number, else 30.
 */
export function readRoleDays({ OIDC_ROLE_DAYS }: OidcVariables): number {
  const days = Number(OIDC_ROLE_DAYS)
  return Number.isInteger(days) && days > 0 ? days : defaultRoleDays
}

/**
 * Returns the settings of the provider from variables of the environment, with defaults for scopes, label and the claim
 * of groups. Null when issuer, client id or secret is missing, and when the issuer or the mapping of groups is wrong: a
 * wrong mapping must not take roles back.
 */
export function readOidcSettings(variables: OidcVariables): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables
  if (!issuer || !clientId || !clientSecret || !isUsableIssuer(issuer)) return null
  const groupRoles = parseGroupRoles(variables.OIDC_GROUP_ROLES ?? '')
  if (!groupRoles) return null
  return {
    issuer,
    clientId,
    clientSecret,
    scopes: variables.OIDC_SCOPES || 'openid email profile',
    label: variables.OIDC_LABEL || new URL(issuer).hostname,
    groupsClaim: variables.OIDC_GROUPS_CLAIM || 'groups',
    groupRoles,
    hostedDomain: variables.OIDC_HOSTED_DOMAIN?.trim().toLowerCase() || null,
  }
}

export type Claims = Record<string, unknown>

/**
 * Returns the groups of a person in the claim of that name, in its order; a single text is one group. None when the
 * claim is absent, as providers leave out an empty list. Null when the provider says that the list is elsewhere
 * (overage in Entra) or the claim has another form.
 */
export function readGroups(claims: Claims, claim: string): string[] | null {
  const elsewhere = claims['_claim_names']
  if (typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere) return null
  if (claims['hasgroups'] === true || claims['hasgroups'] === 'true') return null
  const value = claims[claim]
  if (value === undefined) return []
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.every((group) => typeof group === 'string') ? value : null
}

/** Returns the roles that the groups give, each once, in the order of the list of roles. */
export const mapGroups = ({ groupRoles }: Pick<OidcSettings, 'groupRoles'>, groups: readonly string[]): Role[] =>
  roles.filter((role) => groups.some((group) => groupRoles.get(group)?.includes(role)))

/**
 * Returns the roles that the mapping names and that none of the listed groups gives, in the order of the list of roles.
 * None when the claim is absent, of another form or elsewhere (overage in Entra): that says nothing about the groups.
 */
export function listLackedRoles(settings: Pick<OidcSettings, 'groupRoles' | 'groupsClaim'>, claims: Claims): Role[] {
  const groups = claims[settings.groupsClaim] === undefined ? null : readGroups(claims, settings.groupsClaim)
  if (!groups) return []
  const given = mapGroups(settings, groups)
  return mapGroups(settings, [...settings.groupRoles.keys()]).filter((role) => !given.includes(role))
}

const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'

/**
 * Returns the e-mail address of the claims, trimmed, when the provider says that it has verified it; else null. It says
 * so by `email_verified` or, only where that is absent, for an issuer of Entra by `xms_edov`.
 */
export function readVerifiedEmail({ email, email_verified, xms_edov }: Claims, issuer: string): string | null {
  if (typeof email !== 'string' || !email.includes('@')) return null
  const isOfMicrosoft = microsoftHosts.includes(new URL(issuer).hostname)
  const isVerified = isTrue(email_verified ?? (isOfMicrosoft ? xms_edov : null))
  return isVerified ? email.trim() : null
}

/** Whether the person belongs to the hosted domain (`hd`) of the settings; true when they name none. */
export const isOfHostedDomain = ({ hostedDomain }: Pick<OidcSettings, 'hostedDomain'>, { hd }: Claims): boolean =>
  hostedDomain === null || (typeof hd === 'string' && hd.toLowerCase() === hostedDomain)

/**
 * Returns whether an e-mail address is of the hosted domain of the settings, in any case of letters; true when they
 * name none. An address of a subdomain is not. `hostedDomain` is in lower case.
 */
export const isAddressOfHostedDomain = ({ hostedDomain }: Pick<OidcSettings, 'hostedDomain'>, email: string): boolean =>
  hostedDomain === null || email.toLowerCase().endsWith(`@${hostedDomain}`)

const multiFactorContexts = [
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
]

/**
 * Whether the provider says in its claims that the person has used several factors: `mfa` in the list `amr`, or an
 * `acr` of multi-factor that the portal knows.
 */
export function isMultiFactor({ amr, acr }: Claims): boolean {
  if (Array.isArray(amr) && amr.includes('mfa')) return true
  return typeof acr === 'string' && multiFactorContexts.includes(acr)
}

interface RoleState {
  held: readonly Role[]
  /** Held roles that a group gave. */
  given: readonly Role[]
  /** Roles that the present groups give. */
  mapped: readonly Role[]
  /** Roles that somebody took from the person, which no group gives back. */
  withheld: readonly Role[]
}

/**
 * Returns the roles to add to a person and to remove by the groups of a sign-in, each in the order of its list.
 *
 * Added are those of `mapped`, which the groups give, unless `held` or `withheld`; removed those of `given`, which an
 * earlier sign-in gave, unless the groups still give them. Roles given by hand are in neither.
 */
export const planGroupRoles = ({ held, given, mapped, withheld }: RoleState) => ({
  added: mapped.filter((role) => !held.includes(role) && !withheld.includes(role)),
  removed: given.filter((role) => held.includes(role) && !mapped.includes(role)),
})
