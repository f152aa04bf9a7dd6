import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { releaseExpiredHolds } from '#api/money/payments/storage.ts'
import { updateRows } from '#api/office/data-retention/mapped-table.ts'
import { savedViewsView } from '#api/office/saved-views/views.ts'
import { removeSessionsOfUser } from '#api/people/authentication/storage.ts'
import { removeLink } from '#api/people/external-login/oidc/storage.ts'
import { removeTokensOfUsers } from '#api/people/tokens/storage.ts'
import { closeMergedAccount } from '#api/people/users/merge-storage.ts'
import { users } from '#api/people/users/table.ts'
import { Refused } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { PersonMerge } from './contract.ts'
import { arrayOf, listOf, type MergePlan, planMerge } from './plan.ts'
import { changeValue, moveColumn, movingMerge, recordBookings, referenceText } from './record-changes.ts'
import { movedColumns } from './references.ts'
import { listMergeRefusals, withOpenBookings } from './refuse-merge.ts'
import { type ChosenField, chosenFields, type FieldChoice, type MergePair, type TableCount } from './rules.ts'
import { toPersonMerge } from './show-merge.ts'
import { findLiveMerge } from './storage.ts'
import { personMerges } from './table.ts'

export type FieldChoices = Partial<Record<ChosenField, FieldChoice | undefined>>

/** Columns of `users` of each chosen field. */
const columnsOfField: Record<ChosenField, readonly string[]> = {
  name: ['first_name', 'last_name', 'search_words'],
  email: ['email'],
  phone: ['phone'],
  birthDate: ['birth_on'],
}

/**
 * Returns the statements that cancel bookings of an occasion that the other one has too. It is no late cancellation,
 * and no mail: the person keeps the other booking. The audit entries become events of webhooks.
 */
function cancelBookings(ctx: Ctx, ids: readonly number[]): Statement[] {
  if (ids.length === 0) return []
  const where = sql`id in (select value from json_each(${JSON.stringify(ids)}))`
  const change = { table: 'education_part_results', key: 'id', unit: arrayOf('id'), where }
  const now = sql`${ctx.now.toISOString()}`
  return [
    recordBookings(ctx, 'result.canceled', where),
    ...changeValue(ctx, { ...change, column: 'changed_at', after: now }),
    ...changeValue(ctx, { ...change, column: 'canceled', after: sql`1` }),
    updateRows(ctx.db, 'education_part_results', { canceled_due: sql`0` }, where),
  ]
}

/**
 * Returns the statements that leave one primary club, for after the move of memberships: one that has moved is no
 * longer primary beside one that the person had.
 */
const keepOnePrimaryClub = (ctx: Ctx, { intoUserId }: MergePair): Statement[] =>
  changeValue(ctx, {
    table: 'user_organizations',
    column: 'is_primary',
    key: 'user_id organization_id',
    unit: arrayOf('organization_id'),
    after: sql`0`,
    where: sql`user_id = ${intoUserId} and is_primary = 1 and json_array(organization_id) in (
      select moved_row.row_key from person_merge_rows moved_row where moved_row.merge_id = ${movingMerge}
        and moved_row.table_name = 'user_organizations' and moved_row.after_value = ${referenceText(intoUserId)})
      and (select count(*) from ${sql.identifier('user_organizations')} own
        where own.user_id = ${intoUserId} and own.is_primary = 1) > 1`,
  })

/** Returns the statements that give the person who stays a column of the other one. */
const copyColumn = (
  ctx: Ctx,
  { fromUserId, intoUserId }: MergePair,
  column: string,
  condition: SQL,
  unit = column,
): Statement[] =>
  changeValue(ctx, {
    table: 'users',
    column,
    key: 'id',
    unit: sql`${unit}`,
    after: sql`(select ${sql.raw(`merged_row.${column}`)} from ${users} merged_row where merged_row.id = ${fromUserId})`,
    where: sql`users.id = ${intoUserId} and ${condition}`,
  })

const isMissing = (column: string) => sql.raw(`users.${column} is null`)

/**
 * Returns the statements that choose the field values of the person who stays; a missing one is taken from the other.
 */
const chooseFields = (ctx: Ctx, pair: MergePair, choices: FieldChoices): Statement[] =>
  chosenFields.flatMap((field) =>
    columnsOfField[field].flatMap((column) => {
      if (choices[field] === 'from') return copyColumn(ctx, pair, column, sql`true`, field)
      return choices[field] === 'into' || field === 'name' ? [] : copyColumn(ctx, pair, column, isMissing(column))
    }),
  )

/**
 * Returns the statements that move a unique value to a person who has none: it is taken from the merged-away person
 * first. Both changes are one unit of an undo.
 */
function moveUniqueColumn(ctx: Ctx, { fromUserId, intoUserId }: MergePair, column: string): Statement[] {
  const name = sql.raw(column)
  const wants = sql`exists (select 1 from ${users} staying_row where staying_row.id = ${intoUserId} and staying_row.${name} is null)`
  const moved = sql`(select moved_row.before_value from person_merge_rows moved_row
    where moved_row.merge_id = ${movingMerge} and moved_row.table_name = 'users' and moved_row.column_name = ${column}
      and moved_row.after_value is null)`
  const change = { table: 'users', column, key: 'id', unit: sql`${column}` }
  return [
    ...changeValue(ctx, {
      ...change,
      after: sql`null`,
      where: sql`users.id = ${fromUserId} and users.${name} is not null and ${wants}`,
    }),
    ...changeValue(ctx, {
      ...change,
      after: moved,
      where: sql`users.id = ${intoUserId} and users.${name} is null and ${moved} is not null`,
    }),
  ]
}

/**
 * Returns the statements that lead moved schedules to the views of the person who stays, for after the move of both: a
 * view whose list and name that person uses already has stayed with the closed account. Other people's schedules of
 * that view, when it is shared, stay as they chose them.
 */
const repointScheduledViews = (ctx: Ctx, { fromUserId, intoUserId }: MergePair): Statement[] => {
  const surviving = sql`(select own_view.id from ${savedViewsView} own_view join ${savedViewsView} staying_view
    on staying_view.list = own_view.list and staying_view.name = own_view.name
    where own_view.user_id = ${intoUserId} and staying_view.user_id = ${fromUserId} and staying_view.id = report_schedules.saved_view_id)`
  return changeValue(ctx, {
    table: 'report_schedules',
    column: 'saved_view_id',
    key: 'id',
    unit: arrayOf('id'),
    after: surviving,
    where: sql`${surviving} is not null and ${arrayOf('id')} in (
      select moved_row.row_key from person_merge_rows moved_row where moved_row.merge_id = ${movingMerge}
        and moved_row.table_name = 'report_schedules' and moved_row.column_name = 'user_id')`,
  })
}

/** Returns the statements that close the merged-away account. */
const closeAccount = (ctx: Ctx, { fromUserId, intoUserId }: MergePair): Statement[] => [
  removeSessionsOfUser(ctx, fromUserId),
  removeTokensOfUsers(ctx.db, [fromUserId]),
  removeLink(ctx.db, fromUserId),
  closeMergedAccount(ctx.db, fromUserId, intoUserId, ctx.now),
]

const movedNames = movedColumns.map(({ table, column }) => `${table}.${column}`)

const countStaying = ({ columns }: MergePlan): TableCount[] =>
  columns.flatMap(({ moved: { table }, staying, beaten }) =>
    staying.length + beaten.length > 0 ? [{ table, count: staying.length + beaten.length }] : [],
  )

/** Builds the statements of a merge for one transaction. */
function buildMerge(ctx: Ctx, pair: MergePair, plan: MergePlan, choices: FieldChoices): Statement[] {
  const { db, now, actor } = ctx
  return [
    db.query.run(sql`pragma defer_foreign_keys = on`),
    // The trigger of the merge counts every hold, also an expired one that nothing has released yet.
    releaseExpiredHolds(ctx),
    db.query.insert(personMerges).values({
      ...pair,
      moving: true,
      stayed: countStaying(plan),
      fromInactiveAt: sql`(select inactive_at from ${users} closing_row where closing_row.id = ${pair.fromUserId})`,
      mergedByUserId: actor.id,
      mergedAt: now,
      changedAt: now,
    }),
    ...cancelBookings(ctx, plan.bookings.canceled),
    ...plan.columns.flatMap((planned) => moveColumn(ctx, pair, planned)),
    ...keepOnePrimaryClub(ctx, pair),
    ...repointScheduledViews(ctx, pair),
    ...moveUniqueColumn(ctx, pair, 'external_person_id'),
    ...moveUniqueColumn(ctx, pair, 'personal_number_hash'),
    ...chooseFields(ctx, pair, choices),
    ...copyColumn(ctx, pair, 'picture_file_id', isMissing('picture_file_id')),
    ...copyColumn(ctx, pair, 'language', isMissing('language')),
    ...copyColumn(ctx, pair, 'is_external', sql`users.is_external = 1`),
    ...closeAccount(ctx, pair),
    updateRows(db, 'users', { changed_at: sql`${now.toISOString()}` }, sql`id = ${pair.intoUserId}`),
    recordAudit(ctx, 'user.mergedAway', { type: 'user', id: pair.fromUserId }, { intoUserId: pair.intoUserId }),
    recordAudit(ctx, 'user.merged', { type: 'user', id: pair.intoUserId }, { fromUserId: pair.fromUserId }),
    db.query
      .update(personMerges)
      .set({
        moving: false,
        counts: sql`(select json_group_array(json_object('table', moved_rows.table_name, 'count', moved_rows.count)) from (
          select table_name, count(distinct row_key) as count from person_merge_rows
          where merge_id = person_merges.id and before_value <> ${referenceText(pair.intoUserId)}
            and table_name || '.' || column_name in ${listOf(movedNames)}
          group by table_name order by min(id)) moved_rows)`,
      })
      .where(sql`moving = 1`),
  ]
}

const isCollision = (error: unknown) => error instanceof ConstraintError && error.text.startsWith('UNIQUE')

/**
 * Merges a person into another in one transaction: rows move, collisions are settled, the account is closed, and what
 * changed is stored for an undo. Writes audit entries. `choices` says from which record each differing field is taken.
 * Returns the merge; a repeated call returns the one that is made. Who may merge is for the caller to check.
 *
 * @throws Refused('not_found') when one of the two does not exist, or both are the same.
 * @throws Refused('merge_undone') when another superadministrator undoes it at once.
 * @throws Refused with the first of `mergeRefusals` that applies.
 */
export async function mergePeople(ctx: Ctx, pair: MergePair, choices: FieldChoices): Promise<PersonMerge> {
  const made = await findLiveMerge(ctx.db, pair)
  if (made) return toPersonMerge(made, ctx.now)
  if (pair.fromUserId === pair.intoUserId) throw new Refused('not_found')
  const attempt = async () => {
    const [plan, refusals] = await Promise.all([planMerge(ctx, pair), listMergeRefusals(ctx, pair)])
    const [refusal] = withOpenBookings(refusals, plan.bookings)
    if (refusal) throw new Refused(refusal)
    await ctx.db.commit(buildMerge(ctx, pair, plan, choices))
  }
  // A row that began to collide after the plan is planned again, once.
  await attempt().catch((error: unknown) => {
    if (!isCollision(error)) throw error
    return attempt()
  })
  const merge = await findLiveMerge(ctx.db, pair)
  if (!merge) throw new Refused('merge_undone')
  return toPersonMerge(merge, ctx.now)
}
