import { expect, test } from 'vitest'
import {
  findMorning,
  findNextRun,
  findPreviewWindow,
  findRunWindow,
  listAudiences,
  listRulePlaceholders,
  minDays,
  ruleTriggers,
} from './rules.ts'

/** A Monday in March at noon in Stockholm, before the clocks change. */
const now = new Date('2026-03-16T11:00:00Z')
const longAgo = new Date('2025-01-01T00:00:00Z')
const iso = ({ from, until }: { from: Date; until: Date }) => [from.toISOString(), until.toISOString()]

test('a day ahead counts from now to the end of the last day, in the zone of the portal', () => {
  for (const trigger of ['beforeStart', 'beforeDeadline'] as const)
    expect(iso(findRunWindow({ trigger, days: 14 }, longAgo, now))).toEqual([
      '2026-03-16T11:00:00.000Z',
      '2026-03-30T21:59:59.999Z',
    ])
})

test('a licence counts from today, its last day included', () => {
  expect(iso(findRunWindow({ trigger: 'beforeLicenseEnd', days: 30 }, longAgo, now))).toEqual([
    '2026-03-15T22:59:59.999Z',
    '2026-04-15T21:59:59.999Z',
  ])
})

test('a past event counts for a week, and only since the rule was turned on', () => {
  const ended = { trigger: 'occasionEnded', days: 2 } as const
  expect(iso(findRunWindow(ended, longAgo, now))).toEqual(['2026-03-07T22:59:59.999Z', '2026-03-14T22:59:59.999Z'])
  const since = new Date('2026-03-12T08:00:00Z')
  expect(findRunWindow(ended, since, now).from).toEqual(since)
  expect(findRunWindow({ trigger: 'signUpMade', days: 0 }, since, now)).toEqual({ from: since, until: now })
})

test('the morning is seven o’clock on the clock of the portal, also when the clocks change', () => {
  const mornings = ['2026-03-28', '2026-03-29', '2026-10-25'].map((day) => findMorning(day).toISOString())
  expect(mornings).toEqual(['2026-03-28T06:00:00.000Z', '2026-03-29T05:00:00.000Z', '2026-10-25T06:00:00.000Z'])
})

test('a rule that is turned on writes about sign-ups at once, and else at the next morning', () => {
  expect(findNextRun('signUpMade', now)).toEqual(now)
  expect(findNextRun('beforeStart', now)).toEqual(findMorning('2026-03-17'))
  expect(findNextRun('beforeStart', new Date('2026-03-16T05:00:00Z'))).toEqual(findMorning('2026-03-16'))
  expect(ruleTriggers.filter((trigger) => minDays(trigger) > 0)).toEqual(['occasionEnded'])
})

test('a preview counts the events whose mails were due in the last 30 days', () => {
  const windowOf = (trigger: (typeof ruleTriggers)[number], days: number) =>
    iso(findPreviewWindow({ trigger, days }, now))
  expect(windowOf('signUpMade', 0)).toEqual(['2026-02-14T11:00:00.000Z', '2026-03-16T11:00:00.000Z'])
  expect(windowOf('occasionEnded', 3)).toEqual(['2026-02-11T11:00:00.000Z', '2026-03-13T11:00:00.000Z'])
  expect(windowOf('beforeStart', 3)).toEqual(['2026-02-17T11:00:00.000Z', '2026-03-19T11:00:00.000Z'])
})

test('holders belong to licences, participants to occasions, and placeholders to the trigger', () => {
  expect(ruleTriggers.filter((trigger) => listAudiences(trigger).includes('holders'))).toEqual(['beforeLicenseEnd'])
  expect(listRulePlaceholders('beforeLicenseEnd')).not.toContain('occasion')
  expect(listRulePlaceholders('beforeStart')).not.toContain('person')
})
