/** Role names without zod schemas, so that the browser can use the same rules without loading zod. */
export const roles = ['SuperAdministrator', 'Administrator', 'Educator', 'OrganizationAdmin'] as const
export type Role = (typeof roles)[number]

export const extensionKinds = ['Organization', 'EducationRole', 'EducationCategory'] as const
type ExtensionKind = (typeof extensionKinds)[number]

/** Roles of an actor, each with its lists of extension ids; a role without lists has an empty object. */
export type HeldRoles = Partial<Record<Role, Partial<Record<ExtensionKind, number[]>>>>

export type RoleHolder = { roles: HeldRoles }

/** True when the actor is a superadministrator. */
export const isSuperadministrator = (actor: RoleHolder) => 'SuperAdministrator' in actor.roles
/** True when the actor is an administrator or a superadministrator. */
export const isAdministrator = (actor: RoleHolder) => 'Administrator' in actor.roles || isSuperadministrator(actor)
/** True when the actor is an educator, an administrator or a superadministrator. */
export const isEducatorLevel = (actor: RoleHolder) => 'Educator' in actor.roles || isAdministrator(actor)
/** True when the actor is an organisation administrator. */
export const isOrganizationAdmin = (actor: RoleHolder) => 'OrganizationAdmin' in actor.roles
/** True when the actor has a role of any kind. */
export const hasAnyRole = (actor: RoleHolder) => Object.keys(actor.roles).length > 0
