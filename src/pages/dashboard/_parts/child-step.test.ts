import { expect, test } from 'vitest'
import type { BookedOccasion, ChildOverview, NextStep } from '#api/office/dashboard/contract.ts'
import type { EducationStep } from '#api/participation/next-steps/contract.ts'
import { noStep } from '#api/participation/next-steps/rules.ts'
import { translator } from '#locales/translate.ts'
import { describeChildStep } from './child-step.ts'

const texts = { language: 'sv', t: translator('sv', 'dashboard'), tSteps: translator('sv', 'next-steps') }
const child: Omit<ChildOverview, 'next'> = {
  id: 7,
  name: 'Milo Berg',
  firstName: 'Milo',
  pictureUrl: null,
  bookings: [],
  reservations: [],
}
const toTexts = (next: NextStep) => describeChildStep({ ...child, next }, texts)

const inEducation = (step: Partial<EducationStep>) =>
  toTexts({
    kind: 'education',
    education: {
      educationId: 4,
      title: 'Flaggvakt',
      pictureUrl: null,
      pictureColor: null,
      categoryColor: null,
      partsTotal: 2,
      partsCompleted: 1,
      step: { ...noStep, part: { id: 9, title: 'Banpass', type: 0 }, ...step },
    },
  })

const occasion: BookedOccasion = {
  occasionId: 9,
  examId: null,
  startDate: new Date('2026-12-29T08:00:00Z'),
  endDate: new Date('2026-12-29T16:00:00Z'),
  city: 'Karlstad',
  venue: null,
  onlineUrl: null,
  pending: true,
  educationId: 4,
  educationTitle: 'Flaggvakt',
  educationPartId: 2,
  partTitle: 'Banpass',
}

test.each([
  ['awaitReview', 'Inlämnad. Väntar på utbildaren.'],
  ['awaitApproval', 'Anmälan väntar på godkännande.'],
  ['awaitDates', 'Just nu finns inget datum med lediga platser.'],
  ['awaitResult', 'Väntar på att utbildaren registrerar resultatet.'],
  ['rejected', 'Inlämningen är underkänd.'],
] as const)('a child with the step %s waits, in the words of the education’s page', (kind, state) => {
  expect(inEducation({ kind })).toEqual({
    text: `Milo håller på med Flaggvakt. ${state}`,
    action: 'Visa',
    href: '/education/4?person=7#part-9',
  })
})

test('an education that is barred says why, and one that comes later says what comes first', () => {
  expect(inEducation({ kind: 'barred', part: null, reason: 'tooOld' }).text).toBe(
    'Milo håller på med Flaggvakt. Utbildningen är för yngre deltagare.',
  )
  expect(inEducation({ kind: 'completeFirst', part: null, before: { id: 3, title: 'Grund' } }).text).toBe(
    'Milo håller på med Flaggvakt. Först: Grund',
  )
})

test('a step that can be taken leads to it', () => {
  expect(inEducation({ kind: 'choose' })).toMatchObject({
    text: 'Milo kan anmälas till Banpass.',
    action: 'Välj tillfälle',
  })
  expect(inEducation({ kind: 'awaitPayment' }).text).toContain('väntar på betalning')
  expect(inEducation({ kind: 'start' }).text).toBe('Milo håller på med Flaggvakt. Näst på tur är Banpass.')
})

test('a booking that is not approved is no promise of a seat', () => {
  expect(toTexts({ kind: 'wait', occasion }).text).toBe('Milo håller på med Flaggvakt. Anmälan väntar på godkännande.')
  expect(toTexts({ kind: 'wait', occasion: { ...occasion, pending: false } }).text).toContain('ska på Banpass')
  expect(toTexts({ kind: 'find' }).text).toBe('Milo har inget bokat.')
})
