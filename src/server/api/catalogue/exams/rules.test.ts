import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayExamine } from './access.ts'
import {
  ageOrNull,
  findGuardianRefusal,
  findProtocolRefusal,
  guardianAgeLimit,
  hasPassedRequiredItems,
  needsGuardian,
  toExamResultState,
} from './rules.ts'

const heldOn = '2026-06-13'
const exam = { heldOn, guardianUnder: 18 }

/** Guardian table: the driver's age on the day of the exam in Sweden, and whether an adult must come along. */
const drivers: [string, string | null, string, number, boolean][] = [
  ['nine years old', '2017-01-20', heldOn, 18, true],
  ['fifteen', '2011-02-02', heldOn, 18, true],
  ['seventeen', '2009-01-01', heldOn, 18, true],
  ['eighteen tomorrow', '2008-06-14', heldOn, 18, true],
  ['eighteen today', '2008-06-13', heldOn, 18, false],
  ['eighteen yesterday', '2008-06-12', heldOn, 18, false],
  ['eighteen at the end of the month', '2008-06-30', heldOn, 18, true],
  ['eighteen in an earlier month with a later day', '2008-05-31', heldOn, 18, false],
  ['thirty', '1996-06-13', heldOn, 18, false],
  ['seventy', '1956-01-01', heldOn, 18, false],
  ['a birth date that nobody knows', null, heldOn, 18, true],
  ['born on a leap day, 28 February', '2008-02-29', '2026-02-28', 18, true],
  ['born on a leap day, 1 March', '2008-02-29', '2026-03-01', 18, false],
  ['born on a leap day, 29 February of a leap year', '2010-02-28', '2028-02-29', 18, false],
  ['born on 1 March, on a leap day', '2010-03-01', '2028-02-29', 18, true],
  ['born on a leap day, its own leap year', '2004-02-29', '2024-02-29', 18, false],
  ['born on New Year’s Eve, held on it', '2008-12-31', '2026-12-31', 18, false],
  ['born on New Year’s Eve, held the day before', '2008-12-31', '2026-12-30', 18, true],
  ['born on New Year’s Day, held on New Year’s Eve before', '2009-01-01', '2026-12-31', 18, true],
  ['born on New Year’s Day, held on it', '2009-01-01', '2027-01-01', 18, false],
  ['nineteen where the exam asks until twenty', '2007-01-01', heldOn, 20, true],
  ['twenty today where the exam asks until twenty', '2006-06-13', heldOn, 20, false],
  ['unknown where the exam asks until twenty', null, heldOn, 20, true],
]

describe('a driver needs a guardian', () => {
  test.each(drivers)('%s', (_who, birthOn, day, under, needed) => {
    expect(needsGuardian({ birthOn }, { heldOn: day, guardianUnder: under })).toBe(needed)
  })

  test('at least until the age of eighteen, and longer when the exam or its education requires it', () => {
    const under = (guardianAge: number, guardianRequiredUnderAge: number | null) =>
      guardianAgeLimit({ guardianAge }, { guardianRequiredUnderAge })
    expect([under(18, null), under(16, null), under(18, 15), under(20, null), under(18, 21)]).toEqual([
      18, 18, 18, 20, 21,
    ])
  })

  test('the age in whole years does not change between two birthdays', () => {
    const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
    const text = (date: Date) => date.toISOString().slice(0, 10)
    fc.assert(
      fc.property(days, days, (born, day) => {
        fc.pre(born <= day)
        const age = ageOrNull(text(born), text(day)) ?? -1
        const had = `${born.getUTCFullYear() + age}${text(born).slice(4)}`
        const comes = `${born.getUTCFullYear() + age + 1}${text(born).slice(4)}`
        expect(had <= text(day) && text(day) < comes).toBe(true)
      }),
    )
  })
})

const milo = { id: 6, birthOn: '2010-08-20' }
const helena = { id: 7, birthOn: '1983-05-01', isExternal: false }
const circumstances = { exam, todayOn: '2026-06-01', isByOrganizer: false }

/** Guardian table: case, changes to the adult, changes to exam, day and organiser, and the expected refusal. */
const adults: [string, Partial<typeof helena> | { birthOn: null }, Partial<typeof circumstances>, string | null][] = [
  ['an adult', {}, {}, null],
  ['the driver', { id: 6, birthOn: '2010-08-20' }, {}, 'guardian_of_self'],
  ['a grown-up driver for themself', { id: 6, birthOn: '1990-01-01' }, {}, 'guardian_of_self'],
  ['somebody of unknown age', { birthOn: null }, {}, 'guardian_not_adult'],
  ['a friend of sixteen', { birthOn: '2010-01-01' }, {}, 'guardian_not_adult'],
  ['of age on the day, but not when it is promised', { birthOn: '2008-06-10' }, {}, 'guardian_not_adult'],
  ['of age today and on the day', { birthOn: '2008-06-01' }, {}, null],
  [
    'of age now, not on the day that has been',
    { birthOn: '2008-06-14' },
    { todayOn: '2026-06-20' },
    'guardian_not_adult',
  ],
  ['of age on the day that has been', { birthOn: '2008-06-13' }, { todayOn: '2026-06-20' }, null],
  ['an external adult', { isExternal: true }, {}, 'guardian_external'],
  ['an external adult, the organiser says so', { isExternal: true }, { isByOrganizer: true }, null],
  [
    'an external child, the organiser says so',
    { isExternal: true, birthOn: '2010-01-01' },
    { isByOrganizer: true },
    'guardian_not_adult',
  ],
]

describe('a guardian is', () => {
  test.each(adults)('%s', (_who, adult, more, refusal) => {
    expect(findGuardianRefusal({ ...helena, ...adult }, milo, { ...circumstances, ...more })).toBe(refusal)
  })

  test('not required for a driver of age', () => {
    expect(findGuardianRefusal(helena, { id: 6, birthOn: '2008-06-13' }, circumstances)).toBe('guardian_of_adult')
  })
})

const checklist = [
  { id: 1, text: 'Flaggor', required: true },
  { id: 2, text: 'Skötsel', required: false },
]
const judged = (one: boolean, two: boolean, comment: string | null = null) => [
  { id: 1, passed: one, comment },
  { id: 2, passed: two, comment: null },
]

describe('a protocol', () => {
  test('judges every item, and passes when all required items have passed', () => {
    expect(findProtocolRefusal({ items: judged(true, true), passed: true }, checklist)).toBeNull()
    expect(findProtocolRefusal({ items: judged(true, false), passed: true }, checklist)).toBeNull()
    expect(findProtocolRefusal({ items: judged(false, true), passed: true }, checklist)).toBe('exam_items_failed')
    expect(findProtocolRefusal({ items: judged(true, true).slice(1), passed: false }, checklist)).toBe(
      'exam_items_missing',
    )
    const twice = [...judged(true, true), { id: 1, passed: false, comment: null }]
    expect(findProtocolRefusal({ items: twice, passed: true }, checklist)).toBe('exam_items_unknown')
  })

  test('fails with a reason', () => {
    expect(findProtocolRefusal({ items: judged(true, true), passed: false }, checklist)).toBe('exam_reason_missing')
    expect(findProtocolRefusal({ items: judged(true, true, 'Körde för fort'), passed: false }, checklist)).toBeNull()
    expect(findProtocolRefusal({ items: judged(false, true), passed: false }, checklist)).toBeNull()
    expect(findProtocolRefusal({ items: [], passed: false }, [])).toBeNull()
    expect(hasPassedRequiredItems([], [])).toBe(true)
  })
})

test('the state follows the result, and the protocol when it failed', () => {
  const result = { completed: false, canceled: false, signUpDate: new Date(0) }
  expect(toExamResultState({ ...result, signUpDate: null }, null)).toBe('pending')
  expect(toExamResultState(result, null)).toBe('signedUp')
  expect(toExamResultState({ ...result, completed: true }, { passed: true })).toBe('passed')
  expect(toExamResultState({ ...result, canceled: true }, { passed: false })).toBe('failed')
  expect(toExamResultState({ ...result, canceled: true }, null)).toBe('canceled')
})

test('examiners are named people and superadministrators, not managers', () => {
  const named = { examinerId: 3, responsibleIds: [4] }
  expect(mayExamine({ id: 3, roles: { Educator: {} } }, named)).toBe(true)
  expect(mayExamine({ id: 4, roles: { Educator: {} } }, named)).toBe(true)
  expect(mayExamine({ id: 3, roles: {} }, named)).toBe(false)
  expect(mayExamine({ id: 5, roles: { Administrator: {} } }, named)).toBe(false)
  expect(mayExamine({ id: 5, roles: { SuperAdministrator: {} } }, named)).toBe(true)
})
