import { z } from 'zod'
import { ExtensionKind, languages, Role } from '#api/actor.ts'
import { day, id, instant, line, namesById, version } from '#api/wire.ts'

export const RoleExtensions = z.partialRecord(ExtensionKind, z.array(id))
const RolesWithExtensions = z.partialRecord(Role, RoleExtensions)

/** Fields of a person that every signed-in user may see (spec G-022). */
export const PublicUser = z.object({
  id,
  name: z.string(),
  pictureUrl: z.string().nullable(),
  organizations: namesById,
})
export type PublicUser = z.infer<typeof PublicUser>

/** The signed-in user. */
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
const name = line.min(1).max(100)

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
  /** The identity is protected: only superadministrators see it. */
  protected: z.boolean(),
  /** Version of the row. A change sends it back, and is refused when another one was saved since (spec G-083). */
  lastChange: instant,
})
export type User = z.infer<typeof User>

/**
 * A person with the fields that the caller may see: all of them; the public ones; or for an educator names, age or
 * birth date, and e-mail and phone while a booking is live.
 */
export const SeenUser = User.partial().extend(PublicUser.shape).extend({
  /** Whole years; for an educator when no rule needs the birth date. */
  age: z.int().nullish(),
})
export type SeenUser = z.infer<typeof SeenUser>

/** An edit of a person; an absent field is unchanged. Roles, passwords and `isExternal` have calls of their own. */
export const UserEdit = z.object({
  firstName: name.optional(),
  lastName: name.optional(),
  birthDate: day.nullish(),
  email: email.nullish(),
  phone: phone.nullish(),
  language: z.enum(languages).nullish(),
  /**
   * Current password. Required when users change their own e-mail address, because its mailbox gives access to the
   * account.
   */
  password: z.string().min(1).max(200).optional(),
  /** All memberships, set by the office; memberships outside its own branch must stay as they are. */
  organizationIds: z.array(id).max(100).optional(),
  lastChange: version,
})
export type UserEdit = z.infer<typeof UserEdit>
