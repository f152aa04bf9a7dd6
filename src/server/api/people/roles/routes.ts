import type { Role } from '#api/actor.ts'
import { toUser } from '#api/people/reach/to-user.ts'
import { serve } from '#api/serve.ts'
import { changeExtensions, changeRoles, type RoleChange, updateRoles } from './change-roles.ts'
import { roles } from './contract.ts'
import { withoutRole, withRole } from './rules.ts'

const toChange = (add: readonly Role[], remove: readonly Role[]): RoleChange => ({
  changedRoles: [...add, ...remove],
  apply: (roles) => remove.reduce(withoutRole, add.reduce(withRole, roles)),
})

export const routes = serve(roles, {
  'PUT /User/:id/roles/:role': async ({ params }, ctx) =>
    toUser(ctx, await changeRoles(ctx, params.id, toChange([params.role], []))),
  'DELETE /User/:id/roles/:role': async ({ params }, ctx) =>
    toUser(ctx, await changeRoles(ctx, params.id, toChange([], [params.role]))),
  'PUT /User/:id/roles/extensions': async ({ params, body }, ctx) =>
    toUser(ctx, await changeExtensions(ctx, params.id, body)),
  'PUT /User/:id/updateRoles': async ({ params, body }, ctx) => toUser(ctx, await updateRoles(ctx, params.id, body)),
})
