import { describe, expect, test } from 'vitest'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { OwnPartResult } from '#api/office/education-list/contract.ts'
import type { EducationStep } from '#api/participation/next-steps/contract.ts'
import { noStep } from '#api/participation/next-steps/rules.ts'
import type { LaunchTerms } from './launch-facts.ts'
import { listPathSteps } from './path-steps.ts'

const now = new Date('2026-05-01T10:00:00Z')
// The rules read only these fields of parts and educations.
const theory = {
  id: 1,
  title: 'Teori',
  type: 1,
  fee: 0,
  mandatory: true,
  needsApproval: false,
  customQuestions: [],
} as unknown as EducationPart
const driving = { ...theory, id: 2, title: 'Körning', type: 0 } as EducationPart
const essay = { ...theory, id: 3, title: 'Uppgift', type: 3, mandatory: false } as EducationPart
const education = {
  id: 9,
  fee: 0,
  published: true,
  paymentMethods: [],
  customQuestions: [],
  guardianRequiredUnderAge: null,
  parts: [theory, driving, essay],
  partDependencies: { '2': [1] },
} as unknown as Education
const occasion = {
  id: 50,
  educationPartId: 2,
  startDate: new Date('2026-06-01T08:00:00Z'),
  lastSignUpDate: null,
  canceled: false,
  hasFreeSpots: true,
  fee: 200,
  city: 'Kil',
} as Occasion
const result = (educationPartId: number, more: Partial<OwnPartResult> = {}): OwnPartResult => ({
  resultId: 70 + educationPartId,
  educationPartId,
  occasionId: null,
  completed: false,
  completedDate: null,
  signUpDate: now,
  canceled: false,
  lastChange: now,
  paymentId: null,
  occasionStartDate: null,
  occasionCity: null,
  score: null,
  elsewhere: null,
  ...more,
})
const terms: LaunchTerms = {
  now,
  dayOn: '2026-05-01',
  isExternal: false,
  tooYoung: false,
  tooOld: false,
  isStaff: false,
  birthOn: '1990-01-01',
  guardianIds: [],
  feePaid: false,
  payments: [],
}
const steps = (
  partResults: OwnPartResult[] = [],
  { step = noStep, ...more }: Partial<Parameters<typeof listPathSteps>[0] & { step: EducationStep }> = {},
) => {
  const own = { step, renewedFrom: null, partResults }
  return listPathSteps({
    education,
    occasions: [occasion],
    hasSets: true,
    own,
    missingPrerequisites: [],
    terms,
    ...more,
  })
}
const actions = (...args: Parameters<typeof steps>) => steps(...args).map(({ action }) => action)

describe('each step has one action', () => {
  test('at the start: open the course, nothing for a locked part, sign up to the assignment', () => {
    expect(actions()).toEqual(['open', 'none', 'signUp'])
    expect(steps()[1]).toMatchObject({ state: 'locked', firstTitles: ['Teori'] })
  })

  test('next: choose an occasion, and resume a started part', () => {
    expect(actions([result(1, { completed: true, completedDate: now })])).toEqual(['again', 'choose', 'signUp'])
    expect(actions([result(1)])).toEqual(['resume', 'none', 'signUp'])
    expect(actions([result(1, { signUpDate: null })])).toEqual(['none', 'none', 'signUp'])
  })

  test('a course with a fee or approval requires a sign-up first', () => {
    expect(actions([], { education: { ...education, fee: 100 } })[0]).toBe('signUp')
    expect(actions([], { education: { ...education, parts: [{ ...theory, needsApproval: true }] } })[0]).toBe('signUp')
    const paid = { ...terms, feePaid: true }
    expect(actions([], { education: { ...education, fee: 100 }, terms: paid })[0]).toBe('open')
    const payments = [{ educationPartId: 1, paymentId: 'p' }]
    expect(actions([], { terms: { ...terms, payments } })[0]).toBe('signUp')
  })

  test('a course that the person may not take is locked with the reason, unless it was started', () => {
    const closed = { education: { ...education, blockedForExternalUsers: true }, terms: { ...terms, isExternal: true } }
    expect(steps([], closed)[0]).toMatchObject({ action: 'none', state: 'locked', refusal: 'external_blocked' })
    expect(actions([result(1)], closed)[0]).toBe('resume')
    const young = { terms: { ...terms, tooYoung: true } }
    expect(steps([], young)[0]).toMatchObject({ action: 'none', state: 'locked', refusal: 'too_young' })
    const old = { terms: { ...terms, tooOld: true } }
    expect(steps([], old)[0]).toMatchObject({ action: 'none', state: 'locked', refusal: 'too_old' })
    const guarded = { education: { ...education, guardianRequiredUnderAge: 40 } }
    expect(steps([], guarded)[0]?.refusal).toBe('guardian_required')
    expect(actions([], { ...guarded, terms: { ...terms, guardianIds: [4] } })[0]).toBe('open')
    expect(actions([], { ...guarded, terms: { ...terms, guardianIds: [4, 5] } })[0]).toBe('signUp')
  })

  test('a part with incomplete prerequisites is locked, even when the person is signed up', () => {
    const late = { education: { ...education, partDependencies: { '1': [3] } } }
    expect(steps([result(1)], late)[0]).toMatchObject({ action: 'none', state: 'ongoing', firstTitles: ['Uppgift'] })
  })

  test('a part completed in another education counts, and names that education', () => {
    const elsewhere = { id: 5, title: 'Flaggvakt racing' }
    const [done, unlocked] = steps([result(1, { completed: true, completedDate: now, elsewhere })])
    expect(done).toMatchObject({ state: 'completed', action: 'again', elsewhere })
    expect(unlocked).toMatchObject({ state: 'available', action: 'choose', elsewhere: null })
    const costly = { education: { ...education, fee: 100 } }
    expect(actions([result(1, { elsewhere })], costly)[0]).toBe('resume')
    expect(steps([result(1, { signUpDate: null, elsewhere })], costly)[0]).toMatchObject({ state: 'pending' })
  })

  test('marks the next step while it can be taken, and not while it is pending', () => {
    const part = { id: 1, title: 'Teori', type: 1 as const }
    expect(steps([], { step: { ...noStep, kind: 'start', part } }).map(({ isNext }) => isNext)[0]).toBe(true)
    const attend = { ...noStep, kind: 'attend' as const, part }
    expect(steps([], { step: attend }).some(({ isNext }) => isNext)).toBe(false)
  })

  test('staff preview a course that they may not take, unless they are signed up', () => {
    const draft = { education: { ...education, published: false }, terms: { ...terms, isStaff: true } }
    expect(actions([], draft)[0]).toBe('preview')
    expect(actions([result(1, { signUpDate: null })], draft)[0]).toBe('none')
    expect(actions([], { education: draft.education })[0]).toBe('none')
  })

  test('a part without open occasions has no action', () => {
    const done = [result(1, { completed: true, completedDate: now })]
    for (const overrides of [
      { canceled: true },
      { startDate: now },
      { lastSignUpDate: new Date('2026-04-01T00:00:00Z') },
    ]) {
      const [, step] = steps(done, { occasions: [{ ...occasion, ...overrides }] })
      expect(step).toMatchObject({ action: 'none', occasions: [], state: 'available' })
    }
    expect(steps(done, { occasions: [{ ...occasion, hasFreeSpots: false }] })[1]?.occasions).toHaveLength(1)
  })
})

test('a required education locks parts that are not started, and is the first step', () => {
  const [course, drive, task] = steps([result(1)], { missingPrerequisites: ['Grundkurs'] })
  expect(course?.state).toBe('ongoing')
  expect(drive).toMatchObject({ state: 'locked', firstTitles: ['Grundkurs', 'Teori'] })
  expect(task).toMatchObject({ state: 'locked', firstTitles: ['Grundkurs'], action: 'none' })
})

test('a person who may not take the education is not shown its prerequisites', () => {
  const step = { ...noStep, kind: 'barred' as const, reason: 'external' as const }
  const shownSteps = steps([], { missingPrerequisites: ['Grundkurs'], step })
  expect(shownSteps.map(({ firstTitles }) => firstTitles)).toEqual([[], [], []])
  expect(shownSteps.map(({ state }) => state)).toEqual(['locked', 'locked', 'locked'])
})

test('nothing can be done now in an education for younger people, and somebody too young may choose a later date', () => {
  const tooOld = { ...noStep, kind: 'barred' as const, reason: 'tooOld' as const }
  expect(
    steps([], { step: tooOld, terms: { ...terms, tooOld: true } }).map(({ state, action }) => [state, action]),
  ).toEqual([
    ['locked', 'none'],
    ['locked', 'none'],
    ['locked', 'none'],
  ])
  expect(steps([], { step: { ...tooOld, reason: 'tooYoung' } })[0]?.state).toBe('available')
})

test('a booking is shown with its occasion, also after it has ended', () => {
  const past = new Date('2026-04-01T08:00:00Z')
  const booked = { occasionId: 50, occasionStartDate: occasion.startDate, occasionCity: 'Kil' }
  expect(steps([result(2, booked)])[1]?.booking).toMatchObject({ resultId: 72, city: 'Kil', occasion: { id: 50 } })
  const old = { occasionId: 40, occasionStartDate: past, occasionCity: 'Arvika' }
  expect(steps([result(2, old)])[1]?.booking).toMatchObject({ startDate: past, city: 'Arvika', occasion: undefined })
  expect(steps([result(2, { ...booked, canceled: true })])[1]?.booking).toBeNull()
})

test('the fee of a step is the range of its occasions, without the fee of the education', () => {
  expect(steps()[1]?.fee).toEqual({ from: 200, to: 200 })
  expect(steps([], { education: { ...education, fee: 100 } })[1]?.fee).toEqual({ from: 200, to: 200 })
  expect(steps()[0]?.fee).toBeNull()
})

test('a step says that the first sign-up has the fee of the education as well', () => {
  const input = { education: { ...education, fee: 100 } }
  expect(steps([], input)[1]?.educationFee).toBe(100)
  expect(steps([], { ...input, terms: { ...terms, feePaid: true } })[1]?.educationFee).toBe(0)
})

test('the fee of a step names the other parts that are paid for with it, unless a date is chosen alone', () => {
  const tied = { ...occasion, tagId: 4 }
  const other = { ...tied, id: 60, educationPartId: 3, partTitle: 'Bandag', fee: 300 }
  const [, day] = steps([], { occasions: [tied, other] })
  expect(day).toMatchObject({ fee: { from: 500, to: 500 }, feeAlsoFor: ['Bandag'] })
  const second = { ...tied, id: 62, tagId: 5 }
  const others = [other, { ...other, id: 63, tagId: 5 }, { ...other, id: 64, tagId: 5, partTitle: 'Teori' }]
  expect(steps([], { occasions: [tied, second, ...others] })[1]?.feeAlsoFor).toEqual(['Bandag'])
  const alone = { ...occasion, id: 61 }
  expect(steps([], { occasions: [tied, other, alone] })[1]).toMatchObject({
    fee: { from: 200, to: 500 },
    feeAlsoFor: [],
  })
  const untied = steps([], { occasions: [tied, other], hasSets: false })[1]
  expect(untied).toMatchObject({ fee: { from: 200, to: 200 }, feeAlsoFor: [] })
})
