/** Roles without their zod shapes, so that the browser can judge by the same rules and load no schemas. */
export const roles = ['SuperAdministrator', 'Administrator', 'Educator', 'OrganizationAdmin'] as const
export type Role = (typeof roles)[number]

export const extensionKinds = ['Organization', 'EducationRole', 'EducationCategory'] as const
type ExtensionKind = (typeof extensionKinds)[number]

/** Each held role with its extension lists; a role without lists has an empty object. */
export type HeldRoles = Partial<Record<Role, Partial<Record<ExtensionKind, number[]>>>>

export type RoleHolder = { roles: HeldRoles }

export const isSuperadministrator = (actor: RoleHolder) => 'SuperAdministrator' in actor.roles
export const isAdministrator = (actor: RoleHolder) => 'Administrator' in actor.roles || isSuperadministrator(actor)
export const isEducatorLevel = (actor: RoleHolder) => 'Educator' in actor.roles || isAdministrator(actor)
export const isOrganizationAdmin = (actor: RoleHolder) => 'OrganizationAdmin' in actor.roles
export const holdsAnyRole = (actor: RoleHolder) => Object.keys(actor.roles).length > 0
