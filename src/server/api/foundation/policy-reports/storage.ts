import { subDays } from 'date-fns'
import { desc, lt, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { PolicyReport } from './contract.ts'
import { policyReportLimits } from './rules.ts'
import { policyReports } from './table.ts'

type CountedViolation = Pick<PolicyReport, 'directive' | 'blocked' | 'page'>

/** Counts a report in its row of the day, or inserts a row while the day has room. */
const countReport = (db: Database, day: string, { directive, blocked, page }: CountedViolation): Statement =>
  insertFrom(
    db.query,
    policyReports,
    { day, directive, blocked, page, count: 1 },
    sql`where (select count(*) from policy_reports where day = ${day}) < ${policyReportLimits.rows}
        or exists (select 1 from policy_reports where day = ${day} and directive = ${directive} and blocked = ${blocked} and page = ${page})`,
  ).onConflictDoUpdate({
    target: [policyReports.day, policyReports.directive, policyReports.blocked, policyReports.page],
    set: { count: sql`${policyReports.count} + 1` },
  })

/**
 * Counts reports of violated content security policy by day, and removes days older than a week, in one commit. A day
 * counts at most 500 different violations; further ones are dropped. No reports change nothing.
 */
export async function recordPolicyReports({ db, now }: Visitor, reports: readonly CountedViolation[]): Promise<void> {
  if (reports.length === 0) return
  const before = toPortalDay(subDays(now, policyReportLimits.daysKept))
  await db.commit([
    db.query.delete(policyReports).where(lt(policyReports.day, before)),
    ...reports.map((report) => countReport(db, toPortalDay(now), report)),
  ])
}

/** Lists at most 200 counted violations of the content security policy, the latest day and the highest count first. */
export const listPolicyReports = (db: Database): Promise<PolicyReport[]> =>
  db.query.select().from(policyReports).orderBy(desc(policyReports.day), desc(policyReports.count)).limit(200)
