import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { auditEntriesView } from '#api/foundation/audit/views.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { organizations } from '../table.ts'
import type { NewOrganization, OrganizationChange } from './contract.ts'
import type { ParentOrganization } from './rules.ts'

export type StoredOrganization = typeof organizations.$inferSelect

/** Finds an organisation by id, also an inactive one; null when there is none. The row has all stored columns. */
export async function findOrganization(db: Database, id: number): Promise<StoredOrganization | null> {
  const [row] = await db.query.select().from(organizations).where(eq(organizations.id, id))
  return row ?? null
}

/** Finds the fields of a parent that a change is checked against, also of an inactive one; null when there is none. */
export async function findParent(db: Database, id: number): Promise<(ParentOrganization & { name: string }) | null> {
  const { name, type, path } = organizations
  const [row] = await db.query.select({ name, type, path }).from(organizations).where(eq(organizations.id, id))
  return row ?? null
}

/**
 * SQL for the path of the parent, when it still exists and has a higher type; otherwise null, which the column refuses.
 */
const pathBelow = (parentId: number | null, type: SQL, own: SQL): SQL =>
  parentId === null
    ? sql`'/'`
    : sql`(select above.path from organizations above
        where above.id = ${parentId} and above.type < ${type} and instr(above.path, '/' || ${own} || '/') = 0)`

/** SQL for the name, unless another organisation has the number; otherwise null, which the column refuses. */
const nameUnlessTaken = (orgNr: string, name: SQL, id: number): SQL =>
  sql`case when not exists (select 1 from organizations other
    where other.id <> ${id} and replace(other.org_nr, '-', '') = ${orgNr.replace('-', '')}) then ${name} end`

/** SQL for the next id. Ids of deleted organisations are not reused, because roles may still refer to them. */
const nextId = sql`(select 1 + max(
  coalesce((select max(used.id) from organizations used), 0),
  coalesce((select max(cast(removed.target_id as integer)) from ${auditEntriesView} removed
    where removed.action = 'organization.removed'), 0)))`

/**
 * Returns the statement that inserts an organisation with the parent's path; its result is the id. `setPaths` must
 * complete the path in the same commit.
 *
 * The commit fails as `organization_number_taken` when another has the organisation number, and as
 * `organization_parent` when it may not be below the parent.
 */
export const insertOrganization = (db: Database, fields: NewOrganization, now: Date) =>
  db.query
    .insert(organizations)
    .values({
      ...fields,
      id: nextId,
      name: fields.orgNr ? nameUnlessTaken(fields.orgNr, sql`${fields.name}`, 0) : fields.name,
      path: pathBelow(fields.parentId ?? null, sql`${fields.type}`, sql`0`),
      createdAt: now,
      changedAt: now,
    })
    .returning({ id: organizations.id })

/**
 * Returns the statement that updates the given fields of an organisation; absent ones stay. The commit fails as
 * `changed_meanwhile` when `lastChange` is not the stored version, as `organization_number_taken` when another has the
 * number, or as `organization_parent` when it may not be below the parent. An unknown id changes nothing. Paths of
 * organisations below it are set by `setPaths`.
 */
export const updateOrganization = (
  db: Database,
  id: number,
  { lastChange, ...fields }: OrganizationChange,
  now: Date,
): Statement =>
  db.query
    .update(organizations)
    .set({
      ...fields,
      ...(fields.parentId !== undefined && {
        path: sql`${pathBelow(fields.parentId, sql`organizations.type`, sql`organizations.id`)} || organizations.id || '/'`,
      }),
      ...(fields.orgNr && {
        name: nameUnlessTaken(fields.orgNr, sql`${fields.name ?? organizations.name}`, id),
      }),
      changedAt: ifUnmodifiedSince(organizations.changedAt, lastChange, now),
    })
    .where(eq(organizations.id, id))

const isOtherMain = (id: number) => and(eq(organizations.isMain, true), ne(organizations.id, id))

/**
 * SQL query, as `recordAuditOfEach` takes it: `id` and `data` of the main organisation before the change, when it is
 * another one: `data` says that it is no longer the main one. Placed before the change.
 */
export const selectOtherMain = (id: number): SQL =>
  sql`select former.id, json_object('before', json_object('isMain', json('true')), 'after', json_object('isMain', json('false'))) as data
    from organizations former where former.is_main = 1 and former.id <> ${id}`

/**
 * Returns the statement that makes every other main organisation an ordinary one, changed at `now`. The organisation
 * `id` does not change, so the statement does not make it the main one.
 */
export const unsetOtherMain = (db: Database, id: number, now: Date): Statement =>
  db.query.update(organizations).set({ isMain: false, changedAt: now }).where(isOtherMain(id))

/** Columns that refer to an organisation, with a condition on their rows. */
export const organizationReferences: readonly { table: string; column: string; where?: string }[] = [
  { table: 'organizations', column: 'parent_id' },
  { table: 'user_organizations', column: 'organization_id' },
  { table: 'role_extensions', column: 'reference_id', where: "kind = 'Organization'" },
  { table: 'educations', column: 'organizer_organization_id' },
  { table: 'occasions', column: 'organizer_organization_id' },
  { table: 'calendar_subscriptions', column: 'organization_id' },
  { table: 'invoice_heads', column: 'invoice_recipient_id' },
  { table: 'education_part_results', column: 'invoice_recipient_id' },
  { table: 'member_import_batches', column: 'organization_id' },
  { table: 'member_import_rows', column: 'organization_id' },
  { table: 'account_requests', column: 'organization_id' },
  { table: 'membership_requests', column: 'organization_id' },
]

/** SQL condition: the organisation exists, is not the main one, and nothing refers to it. */
export function isUnused(id: number): SQL {
  const rows = organizationReferences.map(
    ({ table, column, where = 'true' }) =>
      sql`select 1 from ${sql.raw(table)} where ${sql.raw(column)} = ${id} and ${sql.raw(where)}`,
  )
  const unreferenced = rows.map((row) => sql`not exists (${row})`)
  return sql`exists (select 1 from organizations lone where lone.id = ${id} and lone.is_main = 0)
    and ${sql.join(unreferenced, sql` and `)}`
}

/**
 * Returns the statement that deletes an organisation when it is unused (`isUnused`) at the time of the transaction. Its
 * result is the id if it was, otherwise no row.
 */
export const deleteIfUnused = (db: Database, id: number) =>
  db.query
    .delete(organizations)
    .where(and(eq(organizations.id, id), isUnused(id)))
    .returning({ id: organizations.id })
