import type { Actor } from '#api/actor.ts'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'
import { isListedMember } from './access-storage.ts'

/**
 * Selects all members of an organisation with an open account whom the actor administers, by name.
 *
 * Members of organisations below it do not count, nor protected identities, except for superadministrators. Does not
 * check the organisation: outside the actor's branches it gives the members who are in one of these too.
 */
export const selectMembers = ({ query }: Database, actor: Actor, id: number) =>
  query
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      birthOn: users.birthOn,
      protectedAt: users.protectedAt,
    })
    .from(users)
    .where(isListedMember(actor, id))
    .orderBy(users.nameKey, users.id)

export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number]
