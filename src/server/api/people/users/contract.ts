import { z } from 'zod'
import { ExtensionKind, languages, Role } from '#api/actor.ts'
import { day, id, instant, namesById, version } from '#api/wire.ts'

export const RoleExtensions = z.partialRecord(ExtensionKind, z.array(id))
const RolesWithExtensions = z.partialRecord(Role, RoleExtensions)

/** What everybody signed in may know of a person (spec G-022). */
export const PublicUser = z.object({
  id,
  name: z.string(),
  pictureUrl: z.string().nullable(),
  organizations: namesById,
})
export type PublicUser = z.infer<typeof PublicUser>

/** The person that a session belongs to. */
export const CurrentUser = PublicUser.extend({
  roles: RolesWithExtensions,
  isExternal: z.boolean(),
  passwordExpiryDate: instant.nullable(),
  language: z.enum(languages).nullable(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

const phone = z
  .string()
  .trim()
  .regex(/^\+?[\d -]{6,20}$/, 'phone')
const email = z.email().max(200)
const name = z.string().trim().min(1).max(100)

export const User = CurrentUser.extend({
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  birthDate: day.nullable(),
  inactive: z.boolean(),
  lastLogin: instant.nullable(),
  externalPersonId: z.string().nullable(),
  /** The identity is protected: superadministrators alone see who the person is. */
  protected: z.boolean(),
  /** Sent back with a change; a later writer is then refused (spec G-083). */
  lastChange: instant,
})
export type User = z.infer<typeof User>

/**
 * A person as the caller may see them: everything; for an educator names, age or birth date and, while a booking is live, e-mail and
 * phone; or what is public and nothing else.
 */
export const SeenUser = User.partial().extend(PublicUser.shape).extend({
  /** Whole years; for an educator in place of a birth date that no rule asks for. */
  age: z.int().nullish(),
})
export type SeenUser = z.infer<typeof SeenUser>

/** What may be changed on a person; roles, passwords and being external never by this. Absent means unchanged. */
export const UserEdit = z.object({
  firstName: name.optional(),
  lastName: name.optional(),
  birthDate: day.nullish(),
  email: email.nullish(),
  phone: phone.nullish(),
  language: z.enum(languages).nullish(),
  /** The current one, when one changes the own e-mail: whoever reads that can take the account over. */
  password: z.string().min(1).max(200).optional(),
  /** All memberships, for the office; those outside its own branch as they were. */
  organizationIds: z.array(id).max(100).optional(),
  lastChange: version,
})
export type UserEdit = z.infer<typeof UserEdit>
