import { sql } from 'drizzle-orm'
import { extensionKinds, type HeldRoles, type Role } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { type FoundUser, markAllChanged } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { roleExtensions, userRoles } from './table.ts'

export interface Row {
  person: FoundUser
  before: HeldRoles
  after: HeldRoles
}

const each = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)})`

const idsOf = (rows: readonly Row[]) => rows.map(({ person }) => person.id)

const audited = (ctx: Ctx, role: Role, rows: readonly Row[]): Statement => {
  const things = rows.map(({ person, before, after }) => ({
    id: person.id,
    data: { before: { [role]: before[role] ?? null }, after: { [role]: after[role] ?? null }, together: rows.length },
  }))
  const list = each(things)
  return recordAuditOfEach(
    ctx,
    'roles.changed',
    'user',
    sql`select value ->> 'id' as id, json(value -> 'data') as data from ${list}`,
  )
}

/** Makes one role of many people what it is in each `after`, in as many statements as for one. */
export function writeRoleOfSeveral(ctx: Ctx, role: Role, rows: readonly Row[]): Statement[] {
  const { query } = ctx.db
  const holding = rows.filter(({ after }) => after[role])
  const ending = rows.filter(({ after }) => !after[role])
  const pairs = holding.flatMap(({ person, after }) =>
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
        sql`${roleExtensions.role} = ${role} and ${roleExtensions.userId} in (select value from ${each(idsOf(rows))})`,
      ),
    query
      .delete(userRoles)
      .where(sql`${userRoles.role} = ${role} and ${userRoles.userId} in (select value from ${each(idsOf(ending))})`),
    // `where true`: SQLite would read `on conflict` as a join's condition.
    insertFrom(
      query,
      userRoles,
      { userId: sql`value`, role },
      sql`from ${each(idsOf(holding))} where true`,
    ).onConflictDoNothing(),
    insertFrom(
      query,
      roleExtensions,
      { userId: sql`value ->> 'userId'`, role, kind: sql`value ->> 'kind'`, referenceId: sql`value ->> 'referenceId'` },
      sql`from ${each(pairs)}`,
    ),
    audited(ctx, role, rows),
  ]
}
