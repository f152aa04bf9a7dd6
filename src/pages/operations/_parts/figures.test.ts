import { expect, test } from 'vitest'
import { type Operations, operationsParts } from '#api/office/operations/contract.ts'
import { translator } from '#locales/translate.ts'
import { listFigures } from './figures.ts'

const reader = { t: translator('sv', 'operations'), language: 'sv' }
const report: Operations = {
  checked: new Date('2026-11-27T12:00:00Z'),
  unread: [],
  broken: [],
  requests: { total: { requests: 10, errors: 1, p95Ms: 40 }, calls: [] },
  clock: { last: null, runs: 1440, failures: 0 },
  queue: { due: 0, running: 2, oldestDue: null },
  deadLetters: { total: 0, items: [] },
  mails: { failed: 0, oldestFailed: null },
  databaseBytes: 1024,
  files: { count: 3, bytes: 2048, measured: new Date('2026-11-27T01:00:00Z') },
  backup: { isConfigured: false, last: null, missingFiles: 0 },
  drill: null,
  alerts: [],
  fortnox: { trouble: null, waitingCount: 0 },
  hasReceivers: true,
}
const noteOf = (from: Operations, name: string) => listFigures(from, reader).find((one) => one.name === name)?.note

test('the files say when they were measured', () => {
  expect(noteOf(report, 'Lagrade filer')).toMatch(/^3 filer, mätta .*2026/)
  expect(noteOf({ ...report, files: null }, 'Lagrade filer')).toBe('Mäts en gång om dygnet.')
})

test('each figure that could not be read says so by itself', () => {
  const nothing = {
    requests: null,
    clock: null,
    queue: null,
    mails: null,
    databaseBytes: null,
    files: null,
    backup: null,
  }
  const figures = listFigures({ ...report, ...nothing, unread: [...operationsParts] }, reader)
  expect(figures.map(({ note }) => note)).toEqual(Array(9).fill('Gick inte att läsa just nu.'))
  const withoutMails = listFigures({ ...report, mails: null, unread: ['mails'] }, reader)
  expect(withoutMails.filter(({ note }) => note === 'Gick inte att läsa just nu.')).toHaveLength(1)
})
