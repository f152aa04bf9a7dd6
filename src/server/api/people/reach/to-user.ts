import { ageOn } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
import type { PublicUser, SeenUser, User } from '#api/people/users/contract.ts'
import type { FoundUser, TaughtAccess } from '#api/people/users/storage.ts'
import { toPortalDay } from '#api/zone.ts'

const publicUser = (ctx: Ctx, user: FoundUser): PublicUser => ({
  id: user.id,
  name: `${user.firstName} ${user.lastName}`,
  pictureUrl: personPictureUrl(ctx, user.pictureFileId),
  organizations: user.organizations,
})

/**
 * Converts a loaded person to the reply with all fields, without a check of what the caller may see. `inactive` and
 * `protected` are booleans.
 */
export const toUser = (ctx: Ctx, user: FoundUser): User => ({
  ...publicUser(ctx, user),
  roles: user.roles,
  isExternal: user.isExternal,
  passwordExpiryDate: user.passwordExpiresAt,
  language: user.language,
  firstName: user.firstName,
  lastName: user.lastName,
  userName: user.userName,
  email: user.email,
  phone: user.phone,
  birthDate: user.birthOn,
  inactive: user.inactiveAt !== null,
  lastLogin: user.lastLoginAt,
  externalPersonId: user.externalPersonId,
  protected: user.protectedAt !== null,
  lastChange: user.changedAt,
})

/** Converts a person to the fields that an educator may see of a learner. */
function taughtUser(ctx: Ctx, user: FoundUser, { contact, birthDate }: TaughtAccess): SeenUser {
  const { firstName, lastName, isExternal, birthOn, email, phone } = user
  const age = birthOn === null ? null : ageOn(birthOn, toPortalDay(ctx.now))
  return {
    ...publicUser(ctx, user),
    firstName,
    lastName,
    isExternal,
    ...(birthDate ? { birthDate: birthOn } : { age }),
    ...(contact ? { email, phone } : {}),
  }
}

/**
 * Converts a loaded person to the reply with the fields that the caller may see: all, those of an educator, or name,
 * picture and clubs. Does not check `isVisible`.
 */
export function toSeenUser(ctx: Ctx, user: FoundUser): SeenUser {
  if (user.isFullyVisible) return toUser(ctx, user)
  return user.taughtAccess ? taughtUser(ctx, user, user.taughtAccess) : publicUser(ctx, user)
}
