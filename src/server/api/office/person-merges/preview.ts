import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { countRowsOfTables } from '#api/office/data-retention/count-rows.ts'
import type { PersonRecord } from '#api/people/duplicates/contract.ts'
import { loadRecords } from '#api/people/duplicates/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { MergePreview } from './contract.ts'
import { bindCondition, getReferenceValues, type MergePlan, type PlannedColumn, planMerge } from './plan.ts'
import { movedColumns } from './references.ts'
import { listMergeRefusals, withOpenBookings } from './refuse-merge.ts'
import { chosenFields, type MergePair, suggestStaying, type TableCount } from './rules.ts'

/** Adds the counts of a table that has several columns. */
function sumByTable(counts: readonly TableCount[]): TableCount[] {
  const sums = new Map<string, number>()
  for (const { table, count } of counts) sums.set(table, (sums.get(table) ?? 0) + count)
  return [...sums].flatMap(([table, count]) => (count > 0 ? [{ table, count }] : []))
}

/** Counts the rows of the merged-away person in each moved column, those that would stay too. */
function countMoving(ctx: Ctx, pair: MergePair): Promise<number[]> {
  const tables = movedColumns.map((moved): { table: string; where: SQL } => {
    const { from } = getReferenceValues(ctx, moved, pair)
    const extra = moved.where ? sql` and (${bindCondition(moved.where, pair)})` : sql``
    return { table: moved.table, where: sql`${sql.identifier(moved.column)} = ${from}${extra}` }
  })
  return countRowsOfTables(ctx.db, tables)
}

function listCollisions({ bookings, columns }: MergePlan): MergePreview['collisions'] {
  const canceled = bookings.canceled.length
  const countOf = (settled: 'staying' | 'beaten' | 'revoked', keysOf: (column: PlannedColumn) => readonly string[]) =>
    sumByTable(columns.map((column) => ({ table: column.moved.table, count: keysOf(column).length }))).map(
      ({ table, count }) => ({ table, count, settled }),
    )
  return [
    ...(canceled > 0 ? [{ table: 'education_part_results', count: canceled, settled: 'canceled' as const }] : []),
    ...countOf('staying', ({ staying, revoked }) => staying.filter((key) => !revoked.includes(key))),
    ...countOf('beaten', ({ beaten, revoked }) => beaten.filter((key) => !revoked.includes(key))),
    ...countOf('revoked', ({ revoked }) => revoked),
  ]
}

const toFacts = ({ id, registerId, inactive, lastLogin }: PersonRecord) => ({
  id,
  hasRegisterId: registerId !== null,
  isActive: !inactive,
  lastLogin,
})

/** Lists the fields in which the two differ. The value of the person who stays is suggested unless it is missing. */
const compareFields = (from: PersonRecord, into: PersonRecord): MergePreview['fields'] =>
  chosenFields.flatMap((field) =>
    from[field] === into[field]
      ? []
      : [{ field, from: from[field], into: into[field], suggested: into[field] === null ? 'from' : 'into' }],
  )

/**
 * Returns what the merge of two people would do now, and what prevents it: both records, differing fields, numbers of
 * rows that move, collisions and refusals. Writes nothing. Who may merge is for the caller to check. `suggestedId` is
 * the person who had better stay.
 *
 * @throws Refused('not_found') when one of the two does not exist, or both are the same.
 */
export async function previewMerge(ctx: Ctx, pair: MergePair): Promise<MergePreview> {
  const [records, plan, refusals, counts] = await Promise.all([
    loadRecords(ctx.db, [pair.fromUserId, pair.intoUserId]),
    planMerge(ctx, pair),
    listMergeRefusals(ctx, pair),
    countMoving(ctx, pair),
  ])
  const [from, into] = [records.get(pair.fromUserId), records.get(pair.intoUserId)]
  if (!from || !into || from === into) throw new Refused('not_found')
  return {
    from,
    into,
    suggestedId: suggestStaying(toFacts(from), toFacts(into)),
    fields: compareFields(from, into),
    moved: sumByTable(
      plan.columns.map(({ moved: { table }, staying }, at) => ({ table, count: (counts[at] ?? 0) - staying.length })),
    ),
    collisions: listCollisions(plan),
    refusals: withOpenBookings(refusals, plan.bookings),
  }
}
