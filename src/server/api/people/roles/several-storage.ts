import { sql } from 'drizzle-orm'
import { extensionKinds, type HeldRoles, type Role } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { type FoundUser, markAllChanged } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import { roleExtensions, userRoles } from './table.ts'

export interface PersonRoleChange {
  person: FoundUser
  before: HeldRoles
  after: HeldRoles
}

const jsonEach = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)})`

const toIds = (rows: readonly PersonRoleChange[]) => rows.map(({ person }) => person.id)

/** Returns statements that record the changes, one for each portion of them that fits one parameter. */
const recordChanges = (ctx: Ctx, role: Role, rows: readonly PersonRoleChange[]): Statement[] => {
  const things = rows.map(({ person, before, after }) => ({
    id: person.id,
    data: { before: { [role]: before[role] ?? null }, after: { [role]: after[role] ?? null }, together: rows.length },
  }))
  return toJsonParameters(things).map((list) =>
    recordAuditOfEach(
      ctx,
      'roles.changed',
      'user',
      sql`select value ->> 'id' as id, json(value -> 'data') as data from json_each(${list})`,
    ),
  )
}

/**
 * Returns the statements that write one role of many people as it is in each `after`: with its lists, or removed. There
 * are as many statements as for one person, and some more for thousands.
 *
 * The role is then given by hand. They write an audit entry for each person; the commit fails as `changed_meanwhile`
 * when a person has another version, and as `last_superadministrator` when no superadministrator would be left.
 */
export function writeRoleOfSeveral(ctx: Ctx, role: Role, rows: readonly PersonRoleChange[]): Statement[] {
  const { query } = ctx.db
  const remaining = rows.filter(({ after }) => after[role])
  const removed = rows.filter(({ after }) => !after[role])
  const pairs = remaining.flatMap(({ person, after }) =>
    extensionKinds.flatMap((kind) =>
      (after[role]?.[kind] ?? []).map((referenceId) => ({ userId: person.id, kind, referenceId })),
    ),
  )
  return [
    markAllChanged(
      ctx.db,
      rows.map(({ person }) => person),
      ctx.now,
    ),
    query
      .delete(roleExtensions)
      .where(
        sql`${roleExtensions.role} = ${role} and ${roleExtensions.userId} in (select value from ${jsonEach(toIds(rows))})`,
      ),
    query
      .delete(userRoles)
      .where(
        sql`${userRoles.role} = ${role} and ${userRoles.userId} in (select value from ${jsonEach(toIds(removed))})`,
      ),
    // `where true` because SQLite would otherwise parse `on conflict` as a join condition.
    insertFrom(
      query,
      userRoles,
      { userId: sql`value`, role },
      sql`from ${jsonEach(toIds(remaining))} where true`,
    ).onConflictDoUpdate({ target: [userRoles.userId, userRoles.role], set: { fromGroup: false } }),
    ...toJsonParameters(pairs).map((list) =>
      insertFrom(
        query,
        roleExtensions,
        {
          userId: sql`value ->> 'userId'`,
          role,
          kind: sql`value ->> 'kind'`,
          referenceId: sql`value ->> 'referenceId'`,
        },
        sql`from json_each(${list})`,
      ),
    ),
    ...recordChanges(ctx, role, rows),
  ]
}
