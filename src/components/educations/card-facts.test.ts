import { expect, test } from 'vitest'
import type { OwnEducation } from '#api/office/education-list/contract.ts'
import { noStep } from '#api/participation/next-steps/rules.ts'
import { translator } from '#locales/translate.ts'
import { toCardFacts } from './card-facts.ts'

const texts = { language: 'sv', t: translator('sv', 'educations'), tSteps: translator('sv', 'next-steps') }
const startDate = new Date('2026-12-29T08:00:00Z')
const nextOccasion = {
  id: 1,
  educationPartId: 2,
  startDate,
  endDate: startDate,
  city: 'Gävle',
  fee: 950,
  availableSpots: 10,
  hasFreeSpots: true,
  needsApproval: false,
  others: 0,
}
const education = {
  fee: 700,
  feeRange: { from: 700, to: 950 },
  nextOccasion,
  parts: [{ id: 2, title: 'Dag', type: 0 as const }],
}
const nothing: OwnEducation = {
  educationId: 1,
  state: 'none',
  partsTotal: 2,
  partsCompleted: 0,
  booking: null,
  step: noStep,
  feePaid: false,
  children: [],
}
const facts = (own: Partial<OwnEducation> = {}) => toCardFacts(education, { ...nothing, ...own }, texts)
const part = { id: 3, title: 'Inlämning', type: 3 as const }

test('somebody who has not begun sees the first date with its seats and the whole price', () => {
  expect(facts()).toMatchObject({
    date: nextOccasion,
    next: nextOccasion,
    price: expect.stringMatching(/^från 700/),
    standing: null,
  })
})

test('what is begun shows its next step and not the date of a part that is passed', () => {
  const own = facts({ state: 'started', feePaid: true, step: { ...noStep, kind: 'awaitReview', part } })
  expect(own).toMatchObject({
    date: null,
    next: null,
    when: 'Inlämnad. Väntar på utbildaren.',
    price: expect.stringMatching(/^upp till 250/),
  })
  const date = { startDate: new Date('2027-02-01T08:00:00Z'), city: 'Sveg' }
  expect(facts({ state: 'started', step: { ...noStep, kind: 'choose', part, date } }).date).toEqual(date)
})

test('an education whose fee is paid is not called free of charge', () => {
  const single = { ...education, feeRange: { from: 700, to: 700 } }
  const price = (of: typeof education | { fee: number; feeRange: null }, feePaid: boolean) =>
    toCardFacts({ ...education, ...of }, { ...nothing, feePaid }, texts).price
  expect(price(single, true)).toBe('Inget mer att betala')
  expect(price(single, false)).toMatch(/^700/)
  expect(price({ fee: 0, feeRange: null }, true)).toBe('Kostnadsfritt')
})

test('a reserved seat and a bar take the place of dates that cannot be chosen', () => {
  const reserved = facts({ step: { ...noStep, kind: 'pay', part, paymentId: 'p' } })
  expect(reserved).toMatchObject({ date: null, when: null, standing: { isBarred: false } })
  const barred = facts({ step: { ...noStep, kind: 'barred', reason: 'tooOld' } })
  expect(barred).toMatchObject({ date: null, when: null, standing: { isBarred: true } })
})

test.each([
  ['external', 'Inte för externa användare.'],
  ['tooYoung', 'Utbildningen kräver en högre ålder.'],
  ['guardian', 'En vårdnadshavare behöver vara kopplad i portalen före anmälan.'],
  ['closed', 'Utbildningen är inte öppen för anmälan.'],
] as const)('a person barred as %s reads why, and no date or seats', (reason, text) => {
  const barred = facts({ step: { ...noStep, kind: 'barred', reason } })
  expect(barred).toMatchObject({ date: null, next: null, when: null, standing: { text, isBarred: true } })
})

test('an education that another one comes before is shown as in the calendar, without date or seats', () => {
  const step = { ...noStep, kind: 'completeFirst' as const, before: { id: 7, title: 'Tävlingsledare B' } }
  const standing = { text: 'Först: Tävlingsledare B', isBarred: false }
  expect(facts({ step })).toMatchObject({ date: null, next: null, when: null, standing })
})

test('a booking is the date, and a completed education has none', () => {
  const booking = { startDate, city: 'Kil', pending: false }
  expect(facts({ state: 'started', booking }).date).toEqual(booking)
  expect(facts({ state: 'completed', step: { ...noStep, kind: 'completed' } })).toMatchObject({
    date: null,
    when: null,
  })
})

test('a guardian sees for which children an education is that is not for adults, with its date and price', () => {
  const barred = { ...noStep, kind: 'barred' as const, reason: 'tooOld' as const }
  const children = [
    { id: 7, firstName: 'Alva' },
    { id: 8, firstName: 'Milo' },
  ]
  expect(facts({ step: barred, children })).toMatchObject({
    standing: { text: 'För Alva och Milo', isBarred: false },
    date: nextOccasion,
    next: nextOccasion,
  })
  expect(facts({ step: barred })).toMatchObject({ standing: { isBarred: true }, date: null, next: null })
})
