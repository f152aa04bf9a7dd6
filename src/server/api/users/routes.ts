import { type Actor, isAdministrator } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { personPicture } from '../files/address.ts'
import { listOrganizationsOf } from '../organizations/storage.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { type CurrentUser, type PublicUser, type User, users } from './contract.ts'
import { editUser, getUser } from './edit-user.ts'
import type { FoundUser } from './storage.ts'
import { mustSeeAll } from './within-reach.ts'

const currentUser = ({ sessionId: _, ...person }: Actor): CurrentUser => person

const publicUser = (ctx: Ctx, user: FoundUser): PublicUser => ({
  id: user.id,
  name: `${user.firstName} ${user.lastName}`,
  pictureUrl: personPicture(ctx, user.pictureFileId),
  organizations: user.organizations,
})

const wholeUser = (ctx: Ctx, user: FoundUser): User => ({
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
})

export const routes = serve(users, {
  'GET /User': (_input, ctx) => ctx.actor && currentUser(ctx.actor),
  'GET /User/:id': async ({ params }, ctx) => {
    const user = await getUser(ctx, params.id)
    return user.seen ? wholeUser(ctx, user) : publicUser(ctx, user)
  },
  'GET /user/:id/organizations': async ({ params, query }, ctx) => {
    await mustSeeAll(ctx, params.id)
    return listOrganizationsOf(ctx.db, params.id, { parents: query.includeParents, main: query.forceIncludeMainOrg })
  },
  'PUT /user/edit/:id': async ({ params, body }, ctx) =>
    wholeUser(ctx, await editUser(ctx, params.id, body, { file: null, remove: false })),
  'PUT /User': async ({ body, file }, ctx) => {
    const { id = ctx.actor.id, removePicture = false, ...edit } = body
    if (id !== ctx.actor.id && !isAdministrator(ctx.actor)) throw new Refused('not_allowed')
    return wholeUser(ctx, await editUser(ctx, id, edit, { file, remove: removePicture }))
  },
})
