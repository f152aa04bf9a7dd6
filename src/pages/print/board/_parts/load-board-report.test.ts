import { expect, test } from 'vitest'
import type { BoardFigures, BoardReport } from '#api/office/board-report/contract.ts'
import { changeInPercent, figureGroups, parseBoardPeriod } from './load-board-report.ts'

const nothing: BoardFigures = {
  educations: 0,
  occasions: 0,
  participants: 0,
  minors: 0,
  participations: 0,
  signedUp: 0,
  completed: 0,
  licensesIssued: 0,
  licensesExpired: 0,
  licensesValid: 0,
  fees: 0,
  paid: 0,
  refunded: 0,
  studyUnits: 0,
}

const report: BoardReport = {
  period: { from: '2026-01-01', to: '2026-03-31' },
  before: { from: '2025-01-01', to: '2025-03-31' },
  state: 'ended',
  current: { ...nothing, participants: 8, minors: 2, participations: 12, completed: 6 },
  previous: { ...nothing, completed: 4 },
  districts: [],
  categories: [],
  waiting: 0,
}

test('every figure has one row, and shares are of their whole', () => {
  // Participations are the whole of the share of completions.
  const names = Object.keys(nothing).map((name) => (name === 'participations' ? 'completion' : name))
  const rows = figureGroups(report).flatMap((group) => group.rows)
  expect(rows.map(({ label }) => label).sort()).toEqual(names.map((name) => `figure.${name}`).sort())
  expect(rows.find(({ label }) => label === 'figure.minors')).toMatchObject({ current: 0.25, before: null })
  expect(rows.find(({ label }) => label === 'figure.completion')).toMatchObject({ current: 0.5, before: null })
})

test('a change is in whole per cent, and there is none from nothing or of a share', () => {
  const row = { label: 'figure.completed', kind: 'number', current: 6, before: 4 } as const
  expect(changeInPercent(row)).toBe(50)
  expect(changeInPercent({ ...row, before: 0 })).toBeNull()
  expect(changeInPercent({ ...row, kind: 'share' })).toBeNull()
})

test('an address without a year has the latest quarter, and without a quarter the whole year', () => {
  const parse = (text: string) => parseBoardPeriod(new URLSearchParams(text), '2026-11-29')
  expect(parse('')).toEqual({ year: 2026, quarter: 3 })
  expect(parse('year=2025&quarter=2')).toEqual({ year: 2025, quarter: 2 })
  expect(parse('year=2025&quarter=')).toEqual({ year: 2025, quarter: null })
  expect(parse('year=1&quarter=2')).toEqual({ year: 2026, quarter: 3 })
})

test('a share of fewer than five is not printed, and valid licences are those of today until the period has ended', () => {
  const few = {
    ...report,
    current: { ...report.current, participants: 4, minors: 1, licensesValid: 9 },
    previous: { ...nothing, licensesValid: 7 },
    state: 'ongoing' as const,
  }
  const rows = figureGroups(few).flatMap((group) => group.rows)
  expect(rows.find(({ label }) => label === 'figure.minors')?.current).toBeNull()
  const validToday = rows.find(({ label }) => label === 'figure.licensesValidToday')
  // The day a year ago is not the last day of the period a year ago.
  expect(validToday).toMatchObject({ current: 9, before: null })
})
