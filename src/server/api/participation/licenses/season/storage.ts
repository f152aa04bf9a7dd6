import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { cyclesColumn, parseCycles } from '../person-storage.ts'
import { selectDefinitions } from '../storage.ts'
import { assessPerson, type LicenseStanding } from './rules.ts'

const goalIds = sql<string>`(select json_group_array(g.license_id) from license_goals g where g.user_id = users.id)`

/** The licences of some people, assessed on the day. */
export interface Season {
  /** By the person's id. */
  standings: Map<number, LicenseStanding[]>
  /** All licences, inactive ones too, in their order. */
  licenses: { id: number; name: string; active: boolean }[]
}

/**
 * Assesses today's standing of the licences that people hold or have as a goal, in one round trip. `people` is the
 * condition on `users` that selects them. With `licenseId` only that licence, held or not; null assesses all.
 * `standings` is by user id, never empty for a person; `licenses` has all, inactive ones too. Access is not checked
 * here.
 */
export async function loadSeason(
  { db, now }: Pick<Visitor, 'db' | 'now'>,
  people: SQL,
  licenseId: number | null,
): Promise<Season> {
  const [rows, definitions] = await Promise.all([
    db.query
      .select({ userId: users.id, cycles: cyclesColumn.as('cycles'), goals: goalIds.as('goals') })
      .from(users)
      .where(people),
    selectDefinitions(db),
  ])
  const dayOn = toPortalDay(now)
  const assess = ({ cycles, goals }: (typeof rows)[number]) =>
    assessPerson({ dayOn, cycles: parseCycles(cycles) }, { goalIds: JSON.parse(goals) as number[], licenseId })
  return {
    standings: new Map(rows.map((row) => [row.userId, assess(row)])),
    licenses: definitions.map(({ id, name, active }) => ({ id, name, active })),
  }
}
