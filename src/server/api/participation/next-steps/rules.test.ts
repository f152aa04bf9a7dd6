import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canBeDoneNow,
  countCompleted,
  nextStepIn,
  type PartFacts,
  type StepFacts,
  standingTo,
  toRenewal,
} from './rules.ts'

const now = new Date('2026-05-01T10:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
const part = (id: number, more: Partial<PartFacts> = {}): PartFacts => ({
  id,
  title: `Del ${id}`,
  type: 1,
  mandatory: true,
  completed: false,
  completedAgain: false,
  feeMinor: 0,
  locked: false,
  signUp: null,
  payment: null,
  opening: null,
  ...more,
})
const adult = { isExternal: false, birthOn: '1990-01-01', hasGuardian: false }
const facts = (parts: PartFacts[], more: Partial<StepFacts> = {}): StepFacts => ({
  educationId: 1,
  now,
  isOpen: true,
  blockedForExternalUsers: false,
  minAge: null,
  maxAge: null,
  guardianRequiredUnderAge: null,
  person: adult,
  completed: false,
  before: [],
  parts,
  ...more,
})
const step = (...args: Parameters<typeof facts>) => nextStepIn(facts(...args))
const signUp = { approved: true, place: null, submission: null }
const place = { occasionId: 3, startsAt: inDays(5), endsAt: inDays(6), city: 'Eskilstuna' }
const ownPayment = { id: 'p1', isByGuardian: false }
const guardiansPayment = { id: 'p1', isByGuardian: true }
const opening = { occasionId: 4, startsAt: inDays(9), city: 'Kil', feeMinor: 0 }

describe('the step of a part', () => {
  test.each([
    ['start', { type: 1 }],
    ['continue', { type: 1, signUp }],
    ['submit', { type: 3 }],
    ['submit', { type: 3, signUp }],
    ['awaitReview', { type: 3, signUp: { ...signUp, submission: 1 } }],
    ['awaitReview', { type: 3, signUp: { ...signUp, submission: 2 } }],
    ['resubmit', { type: 3, signUp: { ...signUp, submission: 3 } }],
    ['rejected', { type: 3, signUp: { ...signUp, submission: 5 } }],
    ['choose', { type: 0, opening }],
    ['choose', { type: 2, opening }],
    ['awaitDates', { type: 0 }],
    ['attend', { type: 0, signUp: { ...signUp, place } }],
    ['awaitResult', { type: 0, signUp: { ...signUp, place: { ...place, endsAt: now } } }],
    ['awaitResult', { type: 0, signUp }],
    ['awaitApproval', { type: 0, signUp: { ...signUp, place, approved: false } }],
    ['pay', { type: 0, payment: ownPayment, opening }],
    ['awaitPayment', { type: 0, payment: guardiansPayment, opening }],
    ['nothing', { completed: true }],
    ['nothing', { locked: true }],
  ] as const)('%s', (kind, more) => {
    expect(step([part(1, more)]).kind).toBe(kind)
  })

  test('a booked part shows when and where', () => {
    const date = { startDate: place.startsAt, city: 'Eskilstuna' }
    expect(step([part(1, { type: 0, signUp: { ...signUp, place } })])).toMatchObject({ part: { id: 1 }, date })
    expect(step([part(1, { payment: ownPayment })])).toMatchObject({ kind: 'pay', paymentId: 'p1' })
  })
})

describe('the first part', () => {
  const booked = { type: 0, signUp: { ...signUp, place } } as const

  test('is the first open one, mandatory before optional', () => {
    expect(step([part(1, { completed: true }), part(2, { locked: true }), part(3)]).part?.id).toBe(3)
    expect(step([part(1, { mandatory: false }), part(2)]).part?.id).toBe(2)
  })

  test('is an available one before a pending one, and a pending one before an optional one', () => {
    expect(step([part(1, booked), part(2)])).toMatchObject({ kind: 'start', part: { id: 2 } })
    expect(step([part(1, booked), part(2, { mandatory: false })]).kind).toBe('attend')
    expect(step([part(1, { type: 0 }), part(2, { mandatory: false })])).toMatchObject({ kind: 'start' })
  })

  test('is a pending payment or a returned submission before everything else', () => {
    const returned = part(2, { type: 3, signUp: { ...signUp, submission: 3 } })
    expect(step([part(1), returned]).kind).toBe('resubmit')
    expect(step([part(1), returned, part(3, { payment: ownPayment, mandatory: false })]).kind).toBe('pay')
  })
})

describe('a person who may not take the education', () => {
  const external = { person: { ...adult, isExternal: true }, blockedForExternalUsers: true }
  const before = [{ id: 7, title: 'Tävlingsledare B' }]

  test('is informed, and never directed to its prerequisites', () => {
    expect(step([part(1)], { ...external, before })).toMatchObject({
      kind: 'barred',
      reason: 'external',
      before: null,
      part: null,
    })
    expect(step([part(1)], { before })).toMatchObject({ kind: 'completeFirst', before: before[0], part: null })
  })

  test('continues a started education', () => {
    expect(step([part(1, { signUp })], { ...external, before }).kind).toBe('continue')
  })

  test('age counts on the day of the first date', () => {
    const person = { ...adult, birthOn: '2010-05-08' }
    expect(step([part(1)], { minAge: 16, person }).reason).toBe('tooYoung')
    expect(step([part(1, { type: 0, opening })], { minAge: 16, person }).kind).toBe('choose')
    expect(step([part(1)], { maxAge: 15, person }).kind).toBe('start')
    expect(step([part(1, { type: 0, opening })], { maxAge: 15, person }).reason).toBe('tooOld')
    expect(step([part(1)], { guardianRequiredUnderAge: 18, person }).reason).toBe('guardian')
    const guarded = { guardianRequiredUnderAge: 18, person: { ...person, hasGuardian: true } }
    expect(step([part(1)], guarded).kind).toBe('start')
    expect(step([part(1)], { isOpen: false }).reason).toBe('closed')
  })
})

test('a completed education has no step, and its parts are counted', () => {
  expect(step([part(1)], { completed: true }).kind).toBe('completed')
  expect(countCompleted(facts([part(1, { completed: true }), part(2)]))).toBe(1)
})

test('a licence that requires a completed education again starts with the parts not taken since', () => {
  const parts = [part(1, { completed: true, completedAgain: true }), part(2, { completed: true })]
  expect(nextStepIn(toRenewal(facts(parts, { completed: true })))).toMatchObject({ kind: 'start', part: { id: 2 } })
  expect(nextStepIn(toRenewal(facts(parts))).kind).toBe('nothing')
})

const anyPlace = fc.constantFrom(null, place, { ...place, endsAt: inDays(-1) })
const anySignUp = fc.option(
  fc.record({ approved: fc.boolean(), place: anyPlace, submission: fc.option(fc.integer({ min: 0, max: 5 })) }),
)
const anyPart = fc.record({
  type: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  mandatory: fc.boolean(),
  completed: fc.boolean(),
  locked: fc.boolean(),
  signUp: anySignUp,
  payment: fc.constantFrom(null, { id: 'p1', isByGuardian: false }, { id: 'p1', isByGuardian: true }),
  opening: fc.constantFrom(null, opening),
})
const anyFacts = fc.record({
  isOpen: fc.boolean(),
  blockedForExternalUsers: fc.boolean(),
  minAge: fc.constantFrom(null, 16),
  guardianRequiredUnderAge: fc.constantFrom(null, 18),
  person: fc.record({
    isExternal: fc.boolean(),
    birthOn: fc.constantFrom(null, '1990-01-01', '2012-01-01'),
    hasGuardian: fc.boolean(),
  }),
  before: fc.constantFrom([], [{ id: 7, title: 'Förkunskap' }]),
})

test('for every person, the step is never a locked or completed part, and names its part', () => {
  fc.assert(
    fc.property(fc.array(anyPart, { maxLength: 6 }), anyFacts, (parts, more) => {
      const input = facts(
        parts.map((one, at) => part(at + 1, one)),
        more,
      )
      const next = nextStepIn(input)
      const own = input.parts.find(({ id }) => id === next.part?.id)
      if (next.part) expect(own).toMatchObject({ locked: false, completed: false })
      if (canBeDoneNow(next)) expect(next.part).not.toBeNull()
      if (next.kind === 'pay') expect(next.paymentId).not.toBeNull()
      if (next.kind === 'attend' || next.kind === 'choose') expect(next.date).not.toBeNull()
      const isBarred = more.blockedForExternalUsers && more.person.isExternal
      if (isBarred) expect(next.kind).not.toBe('completeFirst')
    }),
    { numRuns: 1000 },
  )
})

describe('a date in the calendar', () => {
  const standing = (more: Partial<PartFacts>, education: Partial<StepFacts> = {}) =>
    standingTo(facts([part(1), part(2, { type: 0, opening, ...more })], education), 2)

  test.each([
    ['open', {}, {}],
    ['completed', { completed: true }, {}],
    ['completed', {}, { completed: true }],
    ['signedUp', { signUp: { ...signUp, place } }, {}],
    ['pay', { payment: ownPayment }, {}],
    ['awaitPayment', { payment: guardiansPayment }, {}],
    ['barred', {}, { isOpen: false }],
  ] as const)('is %s', (kind, more, education) => {
    expect(standing(more, education)?.kind).toBe(kind)
  })

  test('shows what comes first: another education, or the next step', () => {
    expect(standing({ locked: true })?.first).toEqual({ educationId: 1, title: 'Del 1' })
    const before = [{ id: 7, title: 'Tävlingsledare B' }]
    expect(standing({ locked: true }, { before })?.first).toEqual({ educationId: 7, title: 'Tävlingsledare B' })
    expect(standingTo(facts([part(1, { type: 0, locked: true })]), 1)).toMatchObject({ kind: 'first', first: null })
    expect(standingTo(facts([part(1)]), 9)).toBeNull()
  })
})
