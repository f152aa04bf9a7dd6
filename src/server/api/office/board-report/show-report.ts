import type { Ctx } from '#api/context.ts'
import { listPaymentPage } from '#api/money/payments/office/storage.ts'
import { listDistricts, parseScope, showOverview } from '#api/office/overview/show-overview.ts'
import { countBegun, listSummary } from '#api/office/reports/summary-storage.ts'
import { sumReportedUnits } from '#api/office/study-reports/storage.ts'
import { countCycles } from '#api/participation/licenses/held/count-cycles.ts'
import { countWaiting } from '#api/participation/waiting-list/queue-storage.ts'
import { toPortalDay } from '#api/zone.ts'
import type { BoardFigures, BoardReport, BoardReportQuery, BoardRow } from './contract.ts'
import { toBoardDays, toPeriodState, toTopList } from './rules.ts'
import { countParticipants } from './storage.ts'

interface Days {
  from: string
  to: string
}

const withoutFilter = { externalOnly: false, organizationIds: [], withoutDistrict: false }
const allCategories = { educationCategoryIds: [], withoutCategory: false }

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)

const earlier = (one: string, other: string) => (one < other ? one : other)

/** Loads the figures of a period from the queries of the overview, the reports, the payments and the licences. */
async function loadFigures(ctx: Ctx, days: Days): Promise<BoardFigures> {
  const { db, now } = ctx
  const slice = parseScope(ctx, { ...days, ...withoutFilter })
  const period = { startDate: days.from, endDate: days.to }
  const payments = { ...period, sort: 'date', toRefund: false, search: '', page: 1, pageSize: 1 } as const
  const validOn = earlier(days.to, toPortalDay(now))
  const [educations, occasions, people, licenses, { sums }, studyUnits] = await Promise.all([
    listSummary(ctx, slice),
    countBegun(ctx, slice),
    countParticipants(db, slice),
    countCycles(db, { ...days, validOn }),
    listPaymentPage(db, payments),
    sumReportedUnits(db, slice),
  ])
  return {
    educations: educations.filter((row) => row.occasions > row.canceledOccasions || row.completed > 0).length,
    occasions,
    ...people,
    participations: sumOf(educations, ({ people: counted }) => counted),
    signedUp: sumOf(educations, ({ signedUp }) => signedUp),
    completed: sumOf(educations, ({ completed }) => completed),
    licensesIssued: licenses.issued,
    licensesExpired: licenses.expired,
    licensesValid: licenses.valid,
    fees: sumOf(educations, ({ incomeMinor }) => incomeMinor) / 100,
    paid: sums.paid,
    refunded: sums.refunded,
    studyUnits,
  }
}

type CountedRow = Omit<BoardRow, 'completedBefore'> & { key: number }

/** Lists the districts of people's main clubs with their figures. */
async function loadDistricts(ctx: Ctx, days: Days): Promise<CountedRow[]> {
  const rows = await listDistricts(ctx, parseScope(ctx, { ...days, ...withoutFilter }))
  return rows.map(({ organizationId, name, signedUp, completed }) => ({
    key: organizationId ?? 0,
    name,
    signedUp,
    completed,
  }))
}

/** Lists the categories with the sums of their educations; an education of two categories is in both. */
async function loadCategories(ctx: Ctx, days: Days): Promise<CountedRow[]> {
  const categories = await showOverview(ctx, { ...days, ...withoutFilter, ...allCategories })
  return categories.map(({ educationCategoryId, name, educations }) => ({
    key: educationCategoryId,
    name: educationCategoryId === 0 ? null : name,
    signedUp: sumOf(educations, (row) => row.signedUp),
    completed: sumOf(educations, (row) => row.completed),
  }))
}

function compareRows(rows: readonly CountedRow[], before: readonly CountedRow[]): BoardRow[] {
  const completed = new Map(before.map((row) => [row.key, row.completed]))
  return toTopList(rows).map(({ key, ...row }) => ({ ...row, completedBefore: completed.get(key) ?? 0 }))
}

/**
 * Returns the figures of a year, or of one of its quarters, for the board, beside those of the year before.
 * `districts` and `categories` have at most five rows, those with the most completions first. Each figure comes from
 * the query that another page shows it with, so that the two cannot disagree. `waiting` counts the present queues of
 * work, and is null for a period that has ended. Checks no access.
 */
export async function showBoardReport(ctx: Ctx, query: BoardReportQuery): Promise<BoardReport> {
  const { year } = query
  const quarter = query.quarter ?? null
  const period = toBoardDays({ year, quarter })
  const before = toBoardDays({ year: year - 1, quarter })
  const state = toPeriodState(period, toPortalDay(ctx.now))
  const [current, previous, districts, districtsBefore, categories, categoriesBefore, waiting] = await Promise.all([
    loadFigures(ctx, period),
    loadFigures(ctx, before),
    loadDistricts(ctx, period),
    loadDistricts(ctx, before),
    loadCategories(ctx, period),
    loadCategories(ctx, before),
    state === 'ended' ? null : countWaiting(ctx.db, ctx.now),
  ])
  return {
    period,
    before,
    state,
    current,
    previous,
    districts: compareRows(districts, districtsBefore),
    categories: compareRows(categories, categoriesBefore),
    waiting,
  }
}
