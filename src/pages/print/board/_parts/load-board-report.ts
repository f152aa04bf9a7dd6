import type { AstroGlobal } from 'astro'
import type { BoardFigures, BoardReport } from '#api/office/board-report/contract.ts'
import { type BoardPeriod, latestQuarter, minPrinted, quarters } from '#api/office/board-report/rules.ts'
import { toPortalDay } from '#api/zone.ts'

/**
 * Parses the period of a URL: a year from 2000 to 2099, or a quarter of it. Without a valid quarter it is the whole
 * year. Without a valid year it is the latest quarter that had ended on the day `today` (`yyyy-MM-dd`).
 */
export function parseBoardPeriod(parameters: URLSearchParams, today: string): BoardPeriod {
  const year = parameters.get('year') ?? ''
  if (!/^20\d\d$/.test(year)) return latestQuarter(today)
  return { year: Number(year), quarter: quarters.find((one) => String(one) === parameters.get('quarter')) ?? null }
}

/**
 * Loads the board report of the period that a URL selects, with the names of the period and of the same one a year
 * earlier. Without a valid year it is the latest quarter that has ended.
 */
export async function loadBoardReport({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const t = locals.t('board-report')
  const period = parseBoardPeriod(url.searchParams, toPortalDay(locals.ctx.now))
  const { year, quarter } = period
  const report = await locals.api('GET /BoardReport', { query: { year, ...(quarter && { quarter }) } })
  const nameOf = (ofYear: number) =>
    quarter ? t('quarterOf', { quarter, year: ofYear }) : t('yearOf', { year: ofYear })
  return { report, period, periodName: nameOf(year), nameBefore: nameOf(year - 1) }
}

/** A row of the report: a number, kronor or a share of a whole. */
export interface FigureRow {
  /** Key of the text of `board-report`. */
  label: string
  kind: 'number' | 'kronor' | 'share'
  current: number | null
  before: number | null
}

const counted = (name: keyof BoardFigures, { current, previous }: BoardReport, kind: FigureRow['kind'] = 'number') => ({
  label: `figure.${name}`,
  kind,
  current: current[name],
  before: previous[name],
})

const shareOf = (part: number, whole: number) => (whole >= minPrinted ? part / whole : null)

/**
 * Returns the rows of the report in their groups, whose names and labels are text keys. A share is from 0 to 1; null
 * when its whole is fewer than five. Until the period has ended, valid licences are those of today, without an earlier
 * figure.
 */
export function figureGroups(report: BoardReport): { name: string; rows: FigureRow[] }[] {
  const share = (label: string, part: keyof BoardFigures, whole: keyof BoardFigures): FigureRow => ({
    label,
    kind: 'share',
    current: shareOf(report.current[part], report.current[whole]),
    before: shareOf(report.previous[part], report.previous[whole]),
  })
  return [
    {
      name: 'activity',
      rows: [
        counted('educations', report),
        counted('occasions', report),
        counted('participants', report),
        share('figure.minors', 'minors', 'participants'),
        counted('signedUp', report),
        counted('completed', report),
        share('figure.completion', 'completed', 'participations'),
        counted('studyUnits', report),
      ],
    },
    {
      name: 'licenses',
      rows: [
        counted('licensesIssued', report),
        counted('licensesExpired', report),
        report.state === 'ended'
          ? counted('licensesValid', report)
          : // Today has no counterpart: the earlier figure is of the last day of its period.
            { ...counted('licensesValid', report), label: 'figure.licensesValidToday', before: null },
      ],
    },
    {
      name: 'money',
      rows: [
        counted('fees', report, 'kronor'),
        counted('paid', report, 'kronor'),
        counted('refunded', report, 'kronor'),
      ],
    },
  ]
}

/** Returns the change in per cent, rounded; null without an earlier figure, for an earlier 0, and for shares. */
export function changeInPercent({ kind, current, before }: FigureRow): number | null {
  if (kind === 'share' || current === null || !before) return null
  return Math.round(((current - before) / before) * 100)
}
