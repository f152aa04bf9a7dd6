import { z } from 'zod'
import {
  extensionKinds,
  type HeldRoles,
  holdsAnyRole,
  isAdministrator,
  isEducatorLevel,
  isOrganizationAdmin,
  isSuperadministrator,
  type RoleHolder,
  roles,
} from './held-roles.ts'

/** The steps that a session can wait for before it opens anything else. */
const signInSteps = ['second-factor', 'factor-setup'] as const
export type SignInStep = (typeof signInSteps)[number]

export {
  extensionKinds,
  type HeldRoles,
  holdsAnyRole,
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

/** Roles and extensions as the database gathers them: JSON lists of `role` and of `HeldExtension`. */
export function rolesFrom(held: string, extended: string): HeldRoles {
  const roles: HeldRoles = {}
  for (const role of JSON.parse(held) as Role[]) roles[role] = {}
  for (const { role, kind, referenceId } of JSON.parse(extended) as HeldExtension[]) {
    const lists = roles[role]
    if (lists) lists[kind] = [...(lists[kind] ?? []), referenceId]
  }
  return roles
}

/** What another system may do (spec G-020). */
const integrationPermissions = ['IntegrationRead', 'IntegrationWrite'] as const
export const IntegrationPermission = z.enum(integrationPermissions)
export type IntegrationPermission = z.infer<typeof IntegrationPermission>

export const languages = ['sv', 'en'] as const
export type Language = (typeof languages)[number]

/** Who makes a call. Loaded from the session row on every request, so that a revocation holds at once. */
export interface Actor {
  id: number
  name: string
  pictureUrl: string | null
  roles: HeldRoles
  isExternal: boolean
  /** Own memberships, not their ancestors. */
  organizations: Record<string, string>
  passwordExpiryDate: Date | null
  language: Language | null
  sessionId: number
  /** The step that the session waits for before it opens anything else; absent: none. */
  awaits?: SignInStep
  /** The day from which this person needs a second factor and has none yet, `yyyy-MM-dd`. */
  secondFactorDue?: string
  /** Another person acts as this one: the superadministrator whose sign-on link opened the session. */
  signedOnByUserId?: number | null
  /** Another system and no person: it holds no role, and makes only the calls that name its permission. */
  integration?: { accountId: number; permissions: IntegrationPermission[] }
}

export const isPermitted = (actor: Actor, permission: IntegrationPermission) =>
  actor.integration?.permissions.includes(permission) ?? false

export const whoMay = {
  anyone: () => true,
  signedIn: () => true,
  educatorsUp: isEducatorLevel,
  administratorsUp: isAdministrator,
  superadministrators: isSuperadministrator,
  staff: holdsAnyRole,
  usersOffice: (actor: RoleHolder) => isAdministrator(actor) || isOrganizationAdmin(actor),
} as const satisfies Record<string, (actor: RoleHolder) => boolean>

/** Who a call or a screen is for; finer scope is each slice's `access.ts`. */
export type Who = keyof typeof whoMay
