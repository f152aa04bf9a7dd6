import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import type { Visitor } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import { type Cycle, calculateStage, findNextStageChange, isValidStage, type Stage } from '../cycles/rules.ts'
import type { NewCycle } from '../issuing/rules.ts'
import { licenses, userLicenses } from '../table.ts'
import type { UserLicense } from './contract.ts'

/** Columns of a cycle with the name of its licence. */
export const columns = {
  cycle: userLicenses,
  licenseName: sql<string>`licenses.name`.as('license_name'),
}

const selectCycles = (db: QueryBuilder, condition: SQL | undefined) =>
  db.query
    .select(columns)
    .from(userLicenses)
    .innerJoin(licenses, eq(licenses.id, userLicenses.licenseId))
    .where(condition)
    .orderBy(desc(userLicenses.validFromOn), asc(licenses.position), desc(userLicenses.id))

type CycleRow = Awaited<ReturnType<typeof selectCycles>>[number]

const statusOf = (stage: Stage): UserLicense['status'] => {
  if (stage === 'revoked') return 2
  return isValidStage(stage) || stage === 'coming' ? 0 : 1
}

/** Converts a row of a licence cycle to the reply's form, with the stage on the day `today`, `yyyy-MM-dd`. */
export function toUserLicense({ cycle, licenseName }: CycleRow, today: string): UserLicense {
  const stage = calculateStage(cycle, today)
  return {
    id: cycle.id,
    userId: cycle.userId,
    licenseId: cycle.licenseId,
    licenseName,
    cycleNumber: cycle.cycleNumber,
    basis: cycle.basis,
    issued: cycle.issuedAt,
    validFrom: cycle.validFromOn,
    validTo: cycle.validToOn,
    graceTo: cycle.graceToOn,
    lateTo: cycle.lateToOn,
    dormantTo: cycle.dormantToOn,
    issuedByUserId: cycle.issuedByUserId,
    note: cycle.note,
    stage,
    status: statusOf(stage),
    revokedOn: cycle.revokedOn,
    revokedReason: cycle.revokedReason,
  }
}

/** Selects a person's cycles, latest first, as a prepared query. */
const selectCyclesOf = prepareQuery((db, { userId }: { userId: number }) =>
  selectCycles(db, eq(userLicenses.userId, userId)),
)

/**
 * Lists a person's licence cycles, of all licences, latest first, with the stages of the day `today` (`yyyy-MM-dd`);
 * empty for none. Access is not checked here.
 */
export async function listCycles(db: Database, userId: number, today: string): Promise<UserLicense[]> {
  const rows = await selectCyclesOf(db, { userId })
  return rows.map((row) => toUserLicense(row, today))
}

/**
 * Finds the latest licence cycle that meets a condition on `user_licenses` or `licenses`; null when none does. Access
 * is not checked here.
 */
export async function findCycle(db: Database, condition: SQL): Promise<CycleRow | null> {
  const [row] = await selectCycles(db, condition).limit(1)
  return row ?? null
}

/**
 * Finds the first name, e-mail address and language of a person, also an inactive one; null for an unknown id. Access
 * is not checked here.
 */
export async function findHolder(db: Database, userId: number) {
  const [row] = await db.query
    .select({ userId: users.id, firstName: users.firstName, email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}

/**
 * SQL condition on `user_licenses`: the row is the person's latest cycle of the licence, expired and revoked ones
 * counted.
 */
export const isLatestCycle = (userId: number, licenseId: number): SQL => sql`
  user_licenses.user_id = ${userId} and user_licenses.license_id = ${licenseId} and user_licenses.cycle_number = (
    select max(cycle_number) from user_licenses c where c.user_id = ${userId} and c.license_id = ${licenseId})`

/** Returns the stage and the day of its next change, by which the daily job finds the cycle. */
const stagedOn = (cycle: Cycle, today: string) => ({
  stage: calculateStage(cycle, today),
  nextChangeOn: findNextStageChange(cycle, today),
})

/** A cycle to insert for a person. */
export interface IssuedCycle {
  userId: number
  cycle: NewCycle
  note: string | null
  /** Null for a cycle that the portal issues. */
  issuedByUserId: number | null
}

/**
 * Returns the statements that insert a licence cycle of a person, and end the cycle that `follows` names when the new
 * one begins; null for none. The commit fails as `changed_meanwhile` when the cycle's number is taken. Requirements are
 * not checked here.
 */
export function insertCycle(ctx: Visitor, { userId, cycle, note, issuedByUserId }: IssuedCycle): Statement[] {
  const { follows, ...own } = cycle
  const row = { ...own, userId, note, issuedByUserId, issuedAt: ctx.now, revokedOn: null, succeededOn: null }
  return [
    ctx.db.query.insert(userLicenses).values({ ...row, ...stagedOn(row, cycle.decidedOn) }),
    ...(follows === null ? [] : [endCycle(ctx.db, follows, cycle)]),
  ]
}

/** Ends the previous cycle when the new one begins; the daily job updates its stage when that day is later. */
const endCycle = (db: Database, id: number, { validFromOn, decidedOn }: NewCycle): Statement =>
  db.query
    .update(userLicenses)
    .set({
      succeededOn: validFromOn,
      nextChangeOn: validFromOn,
      ...(validFromOn <= decidedOn && { stage: 'renewed', nextChangeOn: null }),
    })
    .where(eq(userLicenses.id, id))

/**
 * Returns the statement that revokes a person's current cycle of a licence from the day `on` (`yyyy-MM-dd`), and the
 * next one if it is issued. `by` is the id of the user who revokes. The stored stage is `revoked` at once, whatever the
 * day. Renewed, lapsed and revoked cycles stay as they are.
 */
export const revokeCycles = (
  ctx: Visitor,
  revocation: { userId: number; licenseId: number; on: string; by: number; reason: string },
) =>
  ctx.db.query
    .update(userLicenses)
    .set({
      revokedOn: revocation.on,
      revokedByUserId: revocation.by,
      revokedReason: revocation.reason,
      stage: 'revoked',
      nextChangeOn: null,
    })
    .where(
      and(
        eq(userLicenses.userId, revocation.userId),
        eq(userLicenses.licenseId, revocation.licenseId),
        sql`${userLicenses.revokedOn} is null and ${userLicenses.stage} not in ('renewed', 'lapsed')`,
      ),
    )

/** Lists the ids of the educations that contain a part, hidden ones too, in no order; empty for none. */
export const listEducationIdsOfPart = async (db: Database, educationPartId: number): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(
      sql`select education_id id from ${partsOfEducations} where education_part_id = ${educationPartId}`,
    )
  ).map(({ id }) => id)

/**
 * Returns the statement that revokes a licence cycle from the day `on` (`yyyy-MM-dd`) on behalf of the portal, without
 * a user id. The stored stage is `revoked` at once. Does nothing when it is revoked already; unlike `revokeCycles` it
 * also revokes renewed and lapsed cycles.
 */
export const withdrawCycle = (db: Database, id: number, { on, reason }: { on: string; reason: string }): Statement =>
  db.query
    .update(userLicenses)
    .set({ revokedOn: on, revokedReason: reason, stage: 'revoked', nextChangeOn: null })
    .where(and(eq(userLicenses.id, id), sql`${userLicenses.revokedOn} is null`))

/**
 * Lists at most `limit` licence cycles of all people whose stored stage is to change on the day `today` (`yyyy-MM-dd`)
 * or before, the earliest first.
 */
export const listDueCycles = (db: Database, today: string, limit: number) =>
  db.query
    .select()
    .from(userLicenses)
    .where(sql`${userLicenses.nextChangeOn} <= ${today}`)
    .orderBy(asc(userLicenses.nextChangeOn), asc(userLicenses.id))
    .limit(limit)

/**
 * Returns the statement that updates licence cycles to their stages on the day `today` (`yyyy-MM-dd`) and their next
 * changes, both computed here from `rows`. Unknown ids are ignored.
 */
export const updateStages = (db: Database, rows: readonly (Cycle & { id: number })[], today: string): Statement => {
  const moved = rows.map((row) => ({ id: row.id, ...stagedOn(row, today) }))
  return db.query
    .update(userLicenses)
    .set({
      stage: sql`(select value ->> 'stage' from json_each(${JSON.stringify(moved)}) where value ->> 'id' = user_licenses.id)`,
      nextChangeOn: sql`(select value ->> 'nextChangeOn' from json_each(${JSON.stringify(moved)}) where value ->> 'id' = user_licenses.id)`,
    })
    .where(sql`${userLicenses.id} in (select value from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`)
}
