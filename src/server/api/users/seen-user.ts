import type { Ctx } from '../context.ts'
import { personPicture } from '../files/address.ts'
import type { PublicUser, SeenUser, User } from './contract.ts'
import type { FoundUser } from './storage.ts'

const publicUser = (ctx: Ctx, user: FoundUser): PublicUser => ({
  id: user.id,
  name: `${user.firstName} ${user.lastName}`,
  pictureUrl: personPicture(ctx, user.pictureFileId),
  organizations: user.organizations,
})

export const wholeUser = (ctx: Ctx, user: FoundUser): User => ({
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
  lastChange: user.changedAt,
})

/** A person as the caller may see them. */
export const seenUser = (ctx: Ctx, user: FoundUser): SeenUser =>
  user.seen ? wholeUser(ctx, user) : publicUser(ctx, user)
