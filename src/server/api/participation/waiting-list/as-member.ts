import type { Actor } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'

/** Returns the context of a person without roles, for asking the sign-up rules about them from a job. */
export function asMember(ctx: Visitor, userId: number): Ctx {
  const actor: Actor = {
    id: userId,
    name: '',
    pictureUrl: null,
    roles: {},
    isExternal: false,
    organizations: {},
    passwordExpiryDate: null,
    language: null,
    sessionId: 0,
  }
  return { ...ctx, actor }
}
