import { sql } from 'drizzle-orm'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { attendedResults, isUndoable, occasionTimes } from './storage.ts'
import { studyReports } from './table.ts'

/** An occasion with the figures that are reported. */
export interface NewReport {
  occasionId: number
  leaderUserId: number
  units: number
  breakMinutes: number
  participants: number
  /** JSON array of the results that were counted. */
  attended: string
  /** JSON object of start, end and sessions that were counted. */
  times: string
}

/**
 * Returns the statement that inserts study reports of occasions, written to one file by the caller. The commit fails as
 * `study_reported` when one of them has a report that is not undone, and as `changed_meanwhile` when one was cancelled,
 * lacks attendance, or differs in attendance or times.
 */
export const insertReports = (ctx: Ctx, fileKey: string, reports: readonly NewReport[]): Statement =>
  insertFrom(
    ctx.db.query,
    studyReports,
    {
      fileKey,
      // Null, which the column refuses, when the occasion is no longer as it was counted.
      occasionId: sql`(select occasions.id from ${occasionsView} occasions where occasions.id = report.value ->> 'occasionId'
        and occasions.canceled_at is null and occasions.unsettled_count = 0
        and ${attendedResults} = report.value ->> 'attended' and ${occasionTimes} = report.value ->> 'times')`,
      leaderUserId: sql`report.value ->> 'leaderUserId'`,
      units: sql`report.value ->> 'units'`,
      breakMinutes: sql`report.value ->> 'breakMinutes'`,
      participants: sql`report.value ->> 'participants'`,
      attendedResults: sql`report.value ->> 'attended'`,
      reportedTimes: sql`report.value ->> 'times'`,
      reportedByUserId: ctx.actor.id,
      reportedAt: ctx.now.toISOString(),
    },
    sql`from json_each(${JSON.stringify(reports)}) report order by report.key`,
  )

/**
 * Returns the statement that marks a study report as undone, with the actor and a reason, so that the occasion can be
 * reported again. It does nothing when it is undone already, unknown, or of an occasion that the actor may not report.
 */
export const undoReport = ({ db, actor, now }: Ctx, id: number, reason: string): Statement =>
  db.query
    .update(studyReports)
    .set({ undoneByUserId: actor.id, undoneAt: now, undoneReason: reason })
    .where(sql`study_reports.id = ${id} and ${isUndoable(actor, id)}`)
