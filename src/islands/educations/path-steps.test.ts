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
  elsewhere: null,
  ...more,
})
const terms: LaunchTerms = {
  now,
  dayOn: '2026-05-01',
  isExternal: false,
  tooYoung: false,
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
  return listPathSteps({ education, occasions: [occasion], own, missingPrerequisites: [], terms, ...more })
}
const actions = (...given: Parameters<typeof steps>) => steps(...given).map(({ action }) => action)

describe('each step has its one action', () => {
  test('from the beginning: open the course, nothing behind the lock, sign up to the assignment', () => {
    expect(actions()).toEqual(['open', 'none', 'signUp'])
    expect(steps()[1]).toMatchObject({ state: 'locked', firstTitles: ['Teori'] })
  })

  test('then choose an occasion, and go on with what was begun', () => {
    expect(actions([result(1, { completed: true, completedDate: now })])).toEqual(['again', 'choose', 'signUp'])
    expect(actions([result(1)])).toEqual(['resume', 'none', 'signUp'])
    expect(actions([result(1, { signUpDate: null })])).toEqual(['none', 'none', 'signUp'])
  })

  test('a course that costs or asks for approval is signed up to first', () => {
    expect(actions([], { education: { ...education, fee: 100 } })[0]).toBe('signUp')
    expect(actions([], { education: { ...education, parts: [{ ...theory, needsApproval: true }] } })[0]).toBe('signUp')
    const paid = { ...terms, feePaid: true }
    expect(actions([], { education: { ...education, fee: 100 }, terms: paid })[0]).toBe('open')
    const payments = [{ educationPartId: 1, paymentId: 'p' }]
    expect(actions([], { terms: { ...terms, payments } })[0]).toBe('signUp')
  })

  test('a course that is not for the person is locked with the reason, but what was begun is open', () => {
    const closed = { education: { ...education, blockedForExternalUsers: true }, terms: { ...terms, isExternal: true } }
    expect(steps([], closed)[0]).toMatchObject({ action: 'none', state: 'locked', refusal: 'external_blocked' })
    expect(actions([result(1)], closed)[0]).toBe('resume')
    const young = { terms: { ...terms, tooYoung: true } }
    expect(steps([], young)[0]).toMatchObject({ action: 'none', state: 'locked', refusal: 'too_young' })
    const guarded = { education: { ...education, guardianRequiredUnderAge: 40 } }
    expect(steps([], guarded)[0]?.refusal).toBe('guardian_required')
    expect(actions([], { ...guarded, terms: { ...terms, guardianIds: [4] } })[0]).toBe('open')
    expect(actions([], { ...guarded, terms: { ...terms, guardianIds: [4, 5] } })[0]).toBe('signUp')
  })

  test('a part that comes out of order is not opened, also when it is signed up to', () => {
    const late = { education: { ...education, partDependencies: { '1': [3] } } }
    expect(steps([result(1)], late)[0]).toMatchObject({ action: 'none', state: 'ongoing', firstTitles: ['Uppgift'] })
  })

  test('a part taken in another education counts here, and says where it was done', () => {
    const elsewhere = { id: 5, title: 'Flaggvakt racing' }
    const [done, unlocked] = steps([result(1, { completed: true, completedDate: now, elsewhere })])
    expect(done).toMatchObject({ state: 'completed', action: 'again', elsewhere })
    expect(unlocked).toMatchObject({ state: 'available', action: 'choose', elsewhere: null })
    const costly = { education: { ...education, fee: 100 } }
    expect(actions([result(1, { elsewhere })], costly)[0]).toBe('resume')
    expect(steps([result(1, { signUpDate: null, elsewhere })], costly)[0]).toMatchObject({ state: 'pending' })
  })

  test('the next step is marked while it can be done, and not while it is waited for', () => {
    const part = { id: 1, title: 'Teori', type: 1 as const }
    expect(steps([], { step: { ...noStep, kind: 'start', part } }).map(({ isNext }) => isNext)[0]).toBe(true)
    const attend = { ...noStep, kind: 'attend' as const, part }
    expect(steps([], { step: attend }).some(({ isNext }) => isNext)).toBe(false)
  })

  test('staff preview a course that they could not take, unless they are signed up themselves', () => {
    const draft = { education: { ...education, published: false }, terms: { ...terms, isStaff: true } }
    expect(actions([], draft)[0]).toBe('preview')
    expect(actions([result(1, { signUpDate: null })], draft)[0]).toBe('none')
    expect(actions([], { education: draft.education })[0]).toBe('none')
  })

  test('without an occasion to choose there is nothing to do', () => {
    const done = [result(1, { completed: true, completedDate: now })]
    for (const gone of [{ canceled: true }, { startDate: now }, { lastSignUpDate: new Date('2026-04-01T00:00:00Z') }]) {
      const [, step] = steps(done, { occasions: [{ ...occasion, ...gone }] })
      expect(step).toMatchObject({ action: 'none', occasions: [], state: 'available' })
    }
    expect(steps(done, { occasions: [{ ...occasion, hasFreeSpots: false }] })[1]?.occasions).toHaveLength(1)
  })
})

test('an education that must come first locks what is not begun, and is named first', () => {
  const [course, drive, task] = steps([result(1)], { missingPrerequisites: ['Grundkurs'] })
  expect(course?.state).toBe('ongoing')
  expect(drive).toMatchObject({ state: 'locked', firstTitles: ['Grundkurs', 'Teori'] })
  expect(task).toMatchObject({ state: 'locked', firstTitles: ['Grundkurs'], action: 'none' })
})

test('what comes first is not named to a person whom the education is not for', () => {
  const step = { ...noStep, kind: 'barred' as const, reason: 'external' as const }
  const given = steps([], { missingPrerequisites: ['Grundkurs'], step })
  expect(given.map(({ firstTitles }) => firstTitles)).toEqual([[], ['Teori'], []])
})

test('a booking is shown with its occasion, also when that has passed', () => {
  const past = new Date('2026-04-01T08:00:00Z')
  const booked = { occasionId: 50, occasionStartDate: occasion.startDate, occasionCity: 'Kil' }
  expect(steps([result(2, booked)])[1]?.booking).toMatchObject({ resultId: 72, city: 'Kil', occasion: { id: 50 } })
  const old = { occasionId: 40, occasionStartDate: past, occasionCity: 'Arvika' }
  expect(steps([result(2, old)])[1]?.booking).toMatchObject({ startDate: past, city: 'Arvika', occasion: undefined })
  expect(steps([result(2, { ...booked, canceled: true })])[1]?.booking).toBeNull()
})

test('the fee of a step spans its occasions, beside the education’s own', () => {
  expect(steps()[1]?.fee).toEqual({ from: 200, to: 200 })
  expect(steps([], { education: { ...education, fee: 100 } })[1]?.fee).toEqual({ from: 200, to: 200 })
  expect(steps()[0]?.fee).toBeNull()
})
