import { expect, test } from 'vitest'
import { listBrokenRules, type OperationsFacts, parseReceivers } from './rules.ts'

const now = new Date('2026-11-27T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const healthy: OperationsFacts = {
  backup: { isConfigured: true, last: minutesAgo(60), since: null },
  lastClockRun: minutesAgo(1),
  failedJobs: 0,
  recent: { requests: 1000, errors: 20 },
  oldestDue: minutesAgo(14),
}
const brokenWith = (change: Partial<OperationsFacts>) => listBrokenRules({ ...healthy, ...change }, now)

test('no rule is broken while everything runs', () => {
  expect(listBrokenRules(healthy, now)).toEqual([])
})

test('a backup may be 26 hours old; the first one has as long', () => {
  const backup = (last: Date | null, since: Date | null) => brokenWith({ backup: { isConfigured: true, last, since } })
  expect(backup(minutesAgo(26 * 60), null)).toEqual([])
  expect(backup(minutesAgo(26 * 60 + 1), null)).toEqual(['backup'])
  expect(backup(null, minutesAgo(60))).toEqual([])
  expect(backup(null, minutesAgo(27 * 60))).toEqual(['backup'])
  expect(backup(null, null)).toEqual([])
  expect(brokenWith({ backup: { isConfigured: false, last: null, since: minutesAgo(9999) } })).toEqual([])
})

test('the clock may pause for five minutes', () => {
  expect(brokenWith({ lastClockRun: minutesAgo(5) })).toEqual([])
  expect(brokenWith({ lastClockRun: minutesAgo(6) })).toEqual(['clock'])
  expect(brokenWith({ lastClockRun: null })).toEqual(['clock'])
})

test('more than two per cent of the requests may not fail, nor three of few', () => {
  expect(brokenWith({ recent: { requests: 1000, errors: 21 } })).toEqual(['errors'])
  expect(brokenWith({ recent: { requests: 2, errors: 2 } })).toEqual([])
  expect(brokenWith({ recent: { requests: 3, errors: 3 } })).toEqual(['errors'])
})

test('a failed job and a long queue break their rules', () => {
  expect(brokenWith({ failedJobs: 1, oldestDue: minutesAgo(16) })).toEqual(['deadLetters', 'queue'])
})

test('receivers are separated by commas or white space, each once', () => {
  expect(parseReceivers('a@b.se, c@d.se;a@b.se\nno address')).toEqual(['a@b.se', 'c@d.se'])
  expect(parseReceivers(undefined)).toEqual([])
})
