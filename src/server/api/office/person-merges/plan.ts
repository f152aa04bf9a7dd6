import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { namingOrigin, personKey } from '#api/courses/xapi/agent.ts'
import { splitNames } from '#api/office/data-retention/rules.ts'
import { bindPlaceholders } from '#api/office/data-retention/subject.ts'
import type { Database } from '#platform/database.ts'
import type { UniqueRule } from './references/rules.ts'
import { type MovedColumn, movedColumns } from './references.ts'
import type { MergePair, SettledBookings } from './rules.ts'
import { loadSettledBookings } from './settle-bookings.ts'

/** A moved column with the keys of the rows that collide, each a JSON array of its key columns. */
export interface PlannedColumn {
  moved: MovedColumn
  /** Rows of the merged-away person that stay with the closed account. */
  staying: string[]
  /** Rows of the person who stays that are beaten and go to the closed account. */
  beaten: string[]
  /** Keys of either list that a revocation decided. */
  revoked: string[]
}

export interface MergePlan {
  bookings: SettledBookings
  columns: PlannedColumn[]
}

/**
 * SQL expression: a JSON array of the values of the space-separated columns of a row, of the table `alias` when there
 * is one. The columns are trusted names of the data map: they are not escaped.
 */
export const arrayOf = (columns: string, alias?: string): SQL =>
  sql.raw(
    `json_array(${splitNames(columns || undefined)
      .map((column) => (alias ? `${alias}.${column}` : column))
      .join(', ')})`,
  )

/** SQL: a list of texts in brackets, as rows of one column, to be used after `in`; empty for no texts. */
export const listOf = (texts: readonly string[]): SQL => sql`(select value from json_each(${JSON.stringify(texts)}))`

/**
 * Returns how each of the two people of a merge is referred to in a column whose rows move: by the id, or in a column
 * of the record store by the key of an agent.
 */
export function getReferenceValues(
  { env }: Pick<Visitor, 'env'>,
  { isAgent }: Pick<MovedColumn, 'isAgent'>,
  { fromUserId, intoUserId }: MergePair,
): { from: string | number; into: string | number } {
  if (!isAgent) return { from: fromUserId, into: intoUserId }
  const origin = namingOrigin(env)
  return { from: personKey(origin, fromUserId), into: personKey(origin, intoUserId) }
}

/**
 * SQL: the text of a condition with the ids of the two people of a merge in its placeholders `:from` and `:into`.
 *
 * @throws Error when the text has another placeholder.
 */
export const bindCondition = (text: string, { fromUserId, intoUserId }: MergePair): SQL =>
  bindPlaceholders(text, { from: sql`${fromUserId}`, into: sql`${intoUserId}` })

interface CollidingRow {
  otherKey: string
  ownKey: string
  isStronger: 0 | 1
  isRevoked: 0 | 1
}

function listCollisions(
  ctx: Pick<Visitor, 'db' | 'env'>,
  pair: MergePair,
  moved: MovedColumn,
  unique: UniqueRule,
): Promise<CollidingRow[]> {
  const { from, into } = getReferenceValues(ctx, moved, pair)
  const column = sql.identifier(moved.column)
  const isSame = splitNames(unique.columns || undefined).map((name) => sql.raw(`own.${name} is other.${name}`))
  const holds = (alias: string) => (unique.where ? [sql.raw(unique.where.replaceAll('row.', `${alias}.`))] : [])
  const conditions = [
    sql`other.${column} = ${from}`,
    sql`own.${column} = ${into}`,
    ...isSame,
    ...holds('own'),
    ...holds('other'),
  ]
  const condition = (text = '0') => sql.raw(text.replaceAll('{table}', moved.table))
  return ctx.db.rows<CollidingRow>(sql`
    select ${arrayOf(moved.key, 'other')} as otherKey, ${arrayOf(moved.key, 'own')} as ownKey,
      ${condition(unique.stronger)} as isStronger, ${condition(unique.revoked)} as isRevoked
    from ${sql.identifier(moved.table)} other join ${sql.identifier(moved.table)} own on ${sql.join(conditions, sql` and `)}`)
}

/** Files of a booking that stays with the closed account stay with it. */
async function listStayingSubmissions(db: Database, bookingIds: readonly number[]): Promise<string[]> {
  if (bookingIds.length === 0) return []
  const rows = await db.rows<{ key: string }>(sql`select json_array(id) as key from ${sql.identifier('submissions')}
    where education_part_result_id in (select value from json_each(${JSON.stringify(bookingIds)}))`)
  return rows.map(({ key }) => key)
}

async function planColumn(
  ctx: Pick<Visitor, 'db' | 'env'>,
  pair: MergePair,
  moved: MovedColumn,
): Promise<PlannedColumn> {
  const found = await Promise.all((moved.unique ?? []).map((unique) => listCollisions(ctx, pair, moved, unique)))
  const rows = found.flat()
  const staying = rows.filter(({ isStronger }) => isStronger !== 1).map(({ otherKey }) => otherKey)
  const beaten = rows.filter(({ isStronger }) => isStronger === 1).map(({ ownKey }) => ownKey)
  const revoked = rows
    .filter(({ isRevoked }) => isRevoked === 1)
    .map(({ isStronger, ownKey, otherKey }) => (isStronger === 1 ? ownKey : otherKey))
  return { moved, staying: [...new Set(staying)], beaten: [...new Set(beaten)], revoked: [...new Set(revoked)] }
}

/**
 * Plans the merge of two people, without writing: for each column that refers to people, which rows collide and where
 * each of them goes; and how colliding bookings are settled. All other rows of the merged-away person move. A row that
 * begins to collide later is refused by its unique index, and the merge with it.
 */
export async function planMerge(ctx: Pick<Visitor, 'db' | 'env'>, pair: MergePair): Promise<MergePlan> {
  const [bookings, planned] = await Promise.all([
    loadSettledBookings(ctx.db, pair),
    Promise.all(movedColumns.map((moved) => planColumn(ctx, pair, moved))),
  ])
  const submissions = await listStayingSubmissions(ctx.db, bookings.staying)
  const columns = planned.map((one): PlannedColumn => {
    const name = `${one.moved.table} ${one.moved.column}`
    if (name === 'education_part_results user_id')
      return { ...one, staying: bookings.staying.map((id) => JSON.stringify([id])) }
    return name === 'submissions user_id' ? { ...one, staying: submissions } : one
  })
  return { bookings, columns }
}
