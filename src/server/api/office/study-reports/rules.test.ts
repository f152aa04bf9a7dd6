import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chooseLeader,
  countUnits,
  type LackKind,
  lackKinds,
  listLacks,
  minParticipants,
  type StudyFacts,
  sumMinutes,
  toState,
} from './rules.ts'

const ready: StudyFacts = {
  occasionId: 7,
  minutes: 360,
  unsettled: 0,
  participants: 3,
  withoutPersonalNumber: 0,
  leaders: [{ id: 1, isApproved: true }],
}
const kinds = (facts: Partial<StudyFacts>, breakMinutes = 0) =>
  listLacks({ ...ready, ...facts }, breakMinutes).map(({ kind }) => kind)

describe('education hours', () => {
  test('are whole units of 45 minutes, rounded down', () => {
    expect([44, 45, 89, 90, 360].map((minutes) => countUnits(minutes, 0))).toEqual([0, 1, 1, 2, 8])
  })

  test('leave out the break', () => {
    expect(countUnits(360, 60)).toBe(6)
    expect(countUnits(60, 90)).toBe(0)
  })

  test('are counted from the sessions of an occasion of several days', () => {
    const [start, end] = [new Date('2026-03-14T08:00:00Z'), new Date('2026-03-15T10:00:00Z')]
    const sessions = [
      { start: '2026-03-14T08:00:00Z', end: '2026-03-14T09:30:00Z' },
      { start: '2026-03-15T08:30:00Z', end: '2026-03-15T10:00:00Z' },
    ]
    expect(sumMinutes(start, end, sessions)).toBe(180)
    expect(sumMinutes(start, new Date('2026-03-14T10:00:00Z'), [])).toBe(120)
  })
})

describe('an occasion', () => {
  test('with three participants, an approved leader and one unit is ready', () => {
    expect(kinds({})).toEqual([])
    expect(kinds({ minutes: 45 })).toEqual([])
  })

  test.each<[LackKind, Partial<StudyFacts>]>([
    ['attendance', { unsettled: 2 }],
    ['participants', { participants: 2 }],
    ['leader', { leaders: [] }],
    ['leaderApproval', { leaders: [{ id: 1, isApproved: false }] }],
    ['length', { minutes: 44 }],
    ['personalNumbers', { withoutPersonalNumber: 1 }],
  ])('lacks %s', (kind, facts) => expect(kinds(facts)).toEqual([kind]))

  test('lacks a unit when the break leaves less', () => expect(kinds({ minutes: 60 }, 30)).toEqual(['length']))

  test('names the number, and the page where each lack is mended', () => {
    expect(listLacks({ ...ready, participants: 1, leaders: [] })).toEqual([
      { kind: 'participants', count: 1, href: '/education/manageOccasion/7' },
      { kind: 'leader', count: 0, href: '/education/manageOccasion/7?tab=details' },
    ])
  })

  test('has the first approved of its responsible people as leader', () => {
    const [anna, bo] = [
      { id: 1, isApproved: false },
      { id: 2, isApproved: true },
    ]
    expect(chooseLeader({ leaders: [anna, bo] })).toBe(bo)
    expect(chooseLeader({ leaders: [anna] })).toBe(anna)
    expect(chooseLeader({ leaders: [] })).toBeNull()
  })
})

const facts = fc.record({
  occasionId: fc.integer({ min: 1 }),
  minutes: fc.nat(5000),
  unsettled: fc.nat(3),
  participants: fc.nat(8),
  withoutPersonalNumber: fc.nat(2),
  leaders: fc.array(fc.record({ id: fc.integer({ min: 1 }), isApproved: fc.boolean() }), { maxLength: 3 }),
})

test('no occasion is ever ready with fewer than three participants, less than a unit or no approved leader', () => {
  fc.assert(
    fc.property(facts, fc.nat(600), (some, breakMinutes) => {
      if (toState(false, listLacks(some, breakMinutes)) !== 'ready') return
      expect(some.participants).toBeGreaterThanOrEqual(minParticipants)
      expect(countUnits(some.minutes, breakMinutes)).toBeGreaterThanOrEqual(1)
      expect(some.leaders.some(({ isApproved }) => isApproved)).toBe(true)
      expect(some.unsettled).toBe(0)
    }),
  )
})

test('a longer break never gives more hours, and lacks come in the order of the list', () => {
  fc.assert(
    fc.property(facts, fc.nat(600), fc.nat(600), (some, breakMinutes, more) => {
      expect(countUnits(some.minutes, breakMinutes + more)).toBeLessThanOrEqual(countUnits(some.minutes, breakMinutes))
      const found = listLacks(some, breakMinutes).map(({ kind }) => lackKinds.indexOf(kind))
      expect(found).toEqual([...found].sort((a, b) => a - b))
    }),
  )
})

test('a report that stands makes the state reported, whatever is lacking now', () => {
  expect(toState(true, listLacks({ ...ready, participants: 0 }))).toBe('reported')
})
