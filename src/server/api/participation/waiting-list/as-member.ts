import type { Actor } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'

/**
 * Returns a context whose caller is the person with this id, without roles and name, for code that reads as that
 * person. It serves a job that asks the sign-up rules, and the calendar of a child. Everything but the actor is that of
 * `ctx`. Access to the person is not checked here, nor that the person exists.
 */
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
