import { setBreaks } from '#api/catalogue/occasions/storage.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { toPeriod } from '#api/office/participations/rules.ts'
import { streamSpreadsheet } from '#api/office/reports/write-report.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import type { NewStudyReports, StudyOccasion, StudyQuery } from './contract.ts'
import { chooseLeader, countUnits, formatFileName, listLacks, type StudyFacts, sumMinutes, toState } from './rules.ts'
import { buildSheet } from './sheet.ts'
import {
  type FactRow,
  findReportable,
  isReportOfScope,
  isUndoable,
  listFacts,
  listOfFile,
  type OccasionRow,
  parseLeaders,
  parseSessions,
} from './storage.ts'
import { insertReports, type NewReport, undoReport } from './write-storage.ts'

function toFacts(row: FactRow): StudyFacts & { leaders: ReturnType<typeof parseLeaders> } {
  const { occasionId, unsettled, participants, withoutPersonalNumber } = row
  const minutes = sumMinutes(new Date(row.startsAt), new Date(row.endsAt), parseSessions(row))
  return { occasionId, unsettled, participants, withoutPersonalNumber, minutes, leaders: parseLeaders(row) }
}

const toReport = (row: OccasionRow): StudyOccasion['report'] =>
  row.reportId === null
    ? null
    : {
        id: row.reportId,
        fileKey: row.fileKey,
        date: new Date(row.reportedAt),
        byName: row.reporterName,
        breakMinutes: row.reportedBreak,
        isChanged: row.isChanged === 1,
      }

function toStudyOccasion(row: OccasionRow): StudyOccasion {
  const { occasionId, title, educationTitle, city, venue, organizerName } = row
  const [facts, report] = [toFacts(row), toReport(row)]
  const lacks = report ? [] : listLacks(facts)
  return {
    occasionId,
    title,
    educationTitle,
    city,
    venue,
    organizerName,
    lacks,
    report,
    startDate: new Date(row.startsAt),
    endDate: new Date(row.endsAt),
    leaderName: report ? row.reportedLeaderName : (chooseLeader(facts)?.name ?? null),
    minutes: facts.minutes,
    breakMinutes: row.breakMinutes,
    units: report ? row.units : countUnits(facts.minutes, row.breakMinutes),
    participants: report ? row.reportedParticipants : facts.participants,
    state: toState(report !== null, lacks),
  }
}

/**
 * Lists a page of the held occasions that the caller may report to RF-SISU, in one state, newest first. `counts` has
 * the number in each state. A state is `ready`, `lacking` or `reported`. The period is the year that ends today unless
 * the query names days. `page` counts from 1.
 */
export async function listStudyOccasions({ db, actor, now }: Ctx, query: StudyQuery) {
  const { from, to, state, page, pageSize } = query
  const all = await listFacts(db, actor, now, toPeriod({ startDate: from, endDate: to }, now))
  const groups = Map.groupBy(all, (row) => toState(row.reportId !== null, listLacks(toFacts(row))))
  const count = (of: StudyOccasion['state']) => groups.get(of)?.length ?? 0
  const chosen = (groups.get(state) ?? []).slice((page - 1) * pageSize, page * pageSize)
  const ids = chosen.map(({ occasionId }) => occasionId)
  const rows = await findReportable(db, actor, now, ids)
  const counts = { ready: count('ready'), lacking: count('lacking'), reported: count('reported') }
  return { items: rows.map(toStudyOccasion), total: counts[state], page, pageSize, counts }
}

/**
 * Finds an occasion with its report, or with what it lacks to be reported; null when it is not held, or not the
 * caller's to report.
 */
export async function findStudyOccasion({ db, actor, now }: Ctx, id: number): Promise<StudyOccasion | null> {
  const [row] = await findReportable(db, actor, now, [id])
  return row ? toStudyOccasion(row) : null
}

/** @throws Refused('study_reported') or Refused('study_report_lacking') for an occasion that is not ready. */
function toNewReport(row: OccasionRow, breakMinutes: number): NewReport {
  const facts = toFacts(row)
  const leader = chooseLeader(facts)
  if (row.reportId !== null) throw new Refused('study_reported')
  if (!leader || listLacks(facts, breakMinutes).length > 0) throw new Refused('study_report_lacking')
  return {
    occasionId: row.occasionId,
    leaderUserId: leader.id,
    units: countUnits(facts.minutes, breakMinutes),
    breakMinutes,
    participants: facts.participants,
    attended: row.attended,
    times: row.times,
  }
}

/**
 * Marks occasions as reported and stores the breaks in minutes that were entered, all or none, with one audit entry.
 * Returns the key under which `downloadReports` gives them as one file.
 *
 * @throws Refused('not_found') when an occasion is not held, or not the caller's to report.
 * @throws Refused('study_report_lacking') when one lacks something with the break that was entered.
 * @throws Refused('study_reported') when one is reported already, or somebody else does so at the same time.
 * @throws Refused('changed_meanwhile') when its attendance or times change at the same time.
 */
export async function makeReports(ctx: Ctx, { occasions }: NewStudyReports): Promise<{ fileKey: string }> {
  const breaks = new Map(occasions.map(({ occasionId, breakMinutes }) => [occasionId, breakMinutes]))
  const rows = await findReportable(ctx.db.onPrimary(), ctx.actor, ctx.now, [...breaks.keys()])
  if (rows.length < breaks.size) throw new Refused('not_found')
  const reports = rows.map((row) => toNewReport(row, breaks.get(row.occasionId) ?? 0))
  const fileKey = crypto.randomUUID()
  const occasionIds = reports.map(({ occasionId }) => occasionId)
  await ctx.db.commit([
    insertReports(ctx, fileKey, reports),
    setBreaks(ctx.db, reports),
    recordAudit(ctx, 'studyReport.made', { type: 'studyReport', id: fileKey }, { occasionIds }),
  ])
  return { fileKey }
}

/**
 * Responds with an Excel download of the occasions that were reported together under a key, and writes an audit entry
 * first. Undone reports and those outside the caller's scope are left out.
 *
 * @throws Refused('not_found') when there is none.
 */
export async function downloadReports(ctx: Ctx, fileKey: string): Promise<Response> {
  const rows = await listOfFile(ctx.db.onPrimary(), ctx.actor, ctx.now, fileKey)
  const [first] = rows
  if (!first) throw new Refused('not_found')
  const occasionIds = rows.map(({ occasionId }) => occasionId)
  await ctx.db.commit([recordAudit(ctx, 'studyReport.exported', { type: 'studyReport', id: fileKey }, { occasionIds })])
  const sheet = buildSheet(rows.map(toStudyOccasion), translator(ctx.language, 'study-reports'))
  return streamSpreadsheet(ctx, formatFileName(toPortalDay(new Date(first.reportedAt))), sheet)
}

/**
 * Undoes the report of an occasion by its id, with a reason and an audit entry; does nothing when it is undone already.
 * The occasion may be reported again.
 * @throws Refused('not_found') when the caller may not report its occasion, or there is no such report.
 */
export async function undoStudyReport(ctx: Ctx, id: number, reason: string): Promise<undefined> {
  if (!(await isReportOfScope(ctx.db, ctx.actor, id))) throw new Refused('not_found')
  await ctx.db.commit([
    recordAuditWhen(ctx, isUndoable(ctx.actor, id), 'studyReport.undone', { type: 'studyReport', id }, { reason }),
    undoReport(ctx, id, reason),
  ])
}
