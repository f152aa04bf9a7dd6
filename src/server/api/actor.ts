import { z } from 'zod'
import {
  extensionKinds,
  type HeldRoles,
  hasAnyRole,
  isAdministrator,
  isEducatorLevel,
  isOrganizationAdmin,
  isSuperadministrator,
  type RoleHolder,
  roles,
} from './held-roles.ts'

/** Steps that can be required before a session may make any other call. */
const signInSteps = ['second-factor', 'factor-setup'] as const
export type SignInStep = (typeof signInSteps)[number]

export {
  extensionKinds,
  type HeldRoles,
  hasAnyRole,
  isAdministrator,
  isEducatorLevel,
  isSuperadministrator,
} from './held-roles.ts'

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const ExtensionKind = z.enum(extensionKinds)
export type ExtensionKind = z.infer<typeof ExtensionKind>

interface HeldExtension {
  role: Role
  kind: ExtensionKind
  referenceId: number
}

/**
 * Parses roles and their extensions from the JSON lists that the database aggregates: `Role[]` and `HeldExtension[]`.
 * Extensions of a role that the person does not hold are ignored.
 */
export function parseRoles(rolesJson: string, extensionsJson: string): HeldRoles {
  const roles: HeldRoles = {}
  for (const role of JSON.parse(rolesJson) as Role[]) roles[role] = {}
  for (const { role, kind, referenceId } of JSON.parse(extensionsJson) as HeldExtension[]) {
    const lists = roles[role]
    if (lists) lists[kind] = [...(lists[kind] ?? []), referenceId]
  }
  return roles
}

/** Permissions of an integration account (spec G-020). */
const integrationPermissions = ['IntegrationRead', 'IntegrationWrite'] as const
export const IntegrationPermission = z.enum(integrationPermissions)
export type IntegrationPermission = z.infer<typeof IntegrationPermission>

/** Parts of the portal that an integration account may use; each call that is open to accounts belongs to one. */
export const integrationResources = ['people', 'results', 'licenses', 'changes', 'statements', 'staff'] as const
export const IntegrationResource = z.enum(integrationResources)
export type IntegrationResource = z.infer<typeof IntegrationResource>

/** Limits of the integration account that makes a call. */
export interface IntegrationCaller {
  accountId: number
  permissions: IntegrationPermission[]
  resources: IntegrationResource[]
  /** Organisations whose people, with those below, the account reaches; empty: everybody. */
  organizationIds: number[]
}

/** Condition under which integration accounts may make a call too. */
export interface IntegrationAccess {
  permission: IntegrationPermission
  resource: IntegrationResource
  /**
   * The answer is narrowed to the people of the account's organisations. Without it, an account that is limited to
   * organisations is refused.
   */
  isNarrowed?: true
}

export const languages = ['sv', 'en'] as const
export type Language = (typeof languages)[number]

/**
 * The caller of an API call. Loaded from the session row on every request, so that a revocation takes effect at once.
 */
export interface Actor {
  id: number
  name: string
  pictureUrl: string | null
  roles: HeldRoles
  isExternal: boolean
  /** Organisations that the person is a direct member of, id to name; their ancestors are not included. */
  organizations: Record<string, string>
  passwordExpiryDate: Date | null
  language: Language | null
  sessionId: number
  /** The sign-in step that the session must complete before any other call; absent when there is none. */
  awaits?: SignInStep
  /** The day from which this person must have a second factor, `yyyy-MM-dd`; set while they have none. */
  secondFactorDue?: string
  /** The superadministrator whose sign-on link opened the session and who acts as this person. */
  signedOnByUserId?: number | null
  /**
   * Set when the caller is an integration account: it has no roles, and may only make calls that name one of its
   * permissions.
   */
  integration?: IntegrationCaller
}

/** True when the actor is an integration account with the permission; false for every person. */
export const isPermitted = (actor: Actor, permission: IntegrationPermission) =>
  actor.integration?.permissions.includes(permission) ?? false

/**
 * Tests by name of a group, as a call or a screen names it in `who`, whether an actor belongs to it. No person is of
 * `systems`; an integration account is admitted otherwise.
 */
export const callerGroups = {
  anyone: () => true,
  signedIn: () => true,
  educatorsUp: isEducatorLevel,
  administratorsUp: isAdministrator,
  superadministrators: isSuperadministrator,
  staff: hasAnyRole,
  usersOffice: (actor: RoleHolder) => isAdministrator(actor) || isOrganizationAdmin(actor),
  // Integration accounts are admitted by `integration` of the call; no person is.
  systems: (_actor: RoleHolder) => false,
} as const satisfies Record<string, (actor: RoleHolder) => boolean>

/** The group of callers that a call or a screen is open to; each slice's `access.ts` limits it further. */
export type CallerGroup = keyof typeof callerGroups
