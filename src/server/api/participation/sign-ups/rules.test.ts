import { describe, expect, test } from 'vitest'
import { ageOn } from '#api/ages.ts'
import {
  calculateSignUpFee,
  cancelDeadline,
  findRequestedChange,
  listUnansweredQuestions,
  refuseCancel,
  refuseSignUp,
  type SignUpChoices,
  type SignUpFacts,
} from './rules.ts'

const at = (text: string) => new Date(`${text}T08:00:00Z`)
const today = at('2026-05-10')

const karlstad = {
  startsAt: at('2026-06-13'),
  endsAt: at('2026-06-14'),
  lastSignUpAt: at('2026-06-01'),
  lastCancelAt: null,
  maxParticipants: 12,
  bookedCount: 3,
  reservedCount: 0,
  canceled: false,
  feeMinor: 0,
  paymentMethods: [0, 1] as (0 | 1)[],
  needsApproval: false,
  blockedForExternalUsers: false,
}
const open: SignUpFacts = {
  now: today,
  dayOn: '2026-06-13',
  isByOrganizer: false,
  education: {
    published: true,
    guardianRequiredUnderAge: null,
    blockedForExternalUsers: false,
    feeMinor: 0,
    paymentMethods: [0, 1],
  },
  part: { type: 0, feeMinor: 0, needsApproval: false },
  occasion: karlstad,
  person: { birthOn: '1990-01-01', isExternal: false },
  alreadySignedUp: false,
  prerequisitesMissing: false,
  isTooYoung: false,
  isTooOld: false,
  educationFeePaid: false,
  guardianIds: [],
  cardPayment: { isOn: false, underWay: null },
  isPaidByGuardian: false,
  invoiceRecipientIds: [],
  mainRecipientId: null,
  questions: [],
}
const nothingChosen: SignUpChoices = { customAnswers: [], invoiceRecipientId: null, guardianUserId: null }
const refusal = (facts: Partial<SignUpFacts>, choices: Partial<SignUpChoices> = {}) =>
  refuseSignUp({ ...open, ...facts }, { ...nothingChosen, ...choices })
const onOccasion = (occasion: Partial<NonNullable<SignUpFacts['occasion']>>, facts: Partial<SignUpFacts> = {}) =>
  refusal({ ...facts, occasion: { ...karlstad, ...occasion } })
const inEducation = (education: Partial<SignUpFacts['education']>, facts: Partial<SignUpFacts> = {}) =>
  refusal({ ...facts, education: { ...open.education, ...education } })

describe('signing up is refused', () => {
  test('never on an open occasion with places', () => expect(refusal({})).toBeNull())
  test('when signed up already', () => expect(refusal({ alreadySignedUp: true })).toBe('already_signed_up'))
  test('when the education is not published', () => expect(inEducation({ published: false })).toBe('not_published'))
  test('to a part with occasions unless one is chosen', () => {
    expect(refusal({ occasion: null })).toBe('occasion_required')
    expect(refusal({ occasion: null, part: { type: 1, feeMinor: 0, needsApproval: false } })).toBeNull()
    expect(refusal({ occasion: null, isByOrganizer: true })).toBeNull()
  })
  test('when the occasion is cancelled', () => expect(onOccasion({ canceled: true })).toBe('occasion_canceled'))
  test('from the start of the occasion', () => {
    expect(onOccasion({ startsAt: today, lastSignUpAt: null })).toBe('occasion_started')
    expect(onOccasion({ startsAt: new Date(today.getTime() + 1), lastSignUpAt: null })).toBeNull()
  })
  test('after the last moment to sign up, not at it', () => {
    expect(onOccasion({ lastSignUpAt: new Date(today.getTime() - 1) })).toBe('sign_up_closed')
    expect(onOccasion({ lastSignUpAt: today })).toBeNull()
  })
  test('when no place is left, reserved ones counted', () => {
    expect(onOccasion({ bookedCount: 12 })).toBe('occasion_full')
    expect(onOccasion({ bookedCount: 10, reservedCount: 2 })).toBe('occasion_full')
    expect(onOccasion({ bookedCount: 11 })).toBeNull()
    expect(onOccasion({ bookedCount: 999, maxParticipants: null })).toBeNull()
  })
  test('for external users where they are blocked', () => {
    const external = { person: { birthOn: null, isExternal: true } }
    expect(onOccasion({ blockedForExternalUsers: true }, external)).toBe('external_blocked')
    expect(inEducation({ blockedForExternalUsers: true }, external)).toBe('external_blocked')
    expect(onOccasion({ blockedForExternalUsers: true })).toBeNull()
    expect(refusal(external)).toBeNull()
  })
  test('when prerequisites are missing', () =>
    expect(refusal({ prerequisitesMissing: true })).toBe('prerequisites_missing'))
  test('below the least age, on the day of the occasion', () => {
    expect(refusal({ isTooYoung: true })).toBe('too_young')
    expect(refusal({ isTooOld: true })).toBe('too_old')
  })
  test('when a required question has no answer', () => {
    const questions = [{ id: 1, text: 'Specialkost?', type: 'text' as const, options: [], required: true }]
    expect(refusal({ questions })).toBe('answers_missing')
    expect(refusal({ questions }, { customAnswers: [{ questionId: 1, answer: '  ' }] })).toBe('answers_missing')
    expect(refusal({ questions }, { customAnswers: [{ questionId: 1, answer: 'Nej' }] })).toBeNull()
  })
})

describe('a guardian', () => {
  const guarded = (birthOn: string | null, facts: Partial<SignUpFacts> = {}) => ({
    ...open,
    ...facts,
    education: { ...open.education, guardianRequiredUnderAge: 18 },
    person: { birthOn, isExternal: false },
  })
  test('is required before any other choice, and must be a guardian of the person', () => {
    expect(refuseSignUp(guarded('2010-01-01'), null)).toBe('guardian_required')
    expect(refuseSignUp(guarded('2010-01-01', { guardianIds: [7] }), null)).toBeNull()
    expect(refuseSignUp(guarded('2010-01-01', { guardianIds: [7] }), nothingChosen)).toBe('guardian_required')
    const choose = (guardianUserId: number) =>
      refuseSignUp(guarded('2010-01-01', { guardianIds: [7] }), { ...nothingChosen, guardianUserId })
    expect(choose(8)).toBe('guardian_required')
    expect(choose(7)).toBeNull()
  })
  test('a person born on a leap day comes of age on the first of March', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
    expect(ageOn('2008-02-29', '2028-02-29')).toBe(20)
  })
})

describe('a fee', () => {
  const paid = { occasion: { ...karlstad, feeMinor: 50_000 } }
  const club = { invoiceRecipientIds: [4] }
  test('can be viewed and chosen before it is paid', () => expect(refuseSignUp({ ...open, ...paid }, null)).toBeNull())
  test('requires one of the person’s organisations for an invoice', () => {
    expect(refusal(paid)).toBe('fee')
    expect(refusal({ ...paid, ...club })).toBe('fee')
    expect(refusal({ ...paid, ...club }, { invoiceRecipientId: 5 })).toBe('fee')
    expect(refusal({ ...paid, ...club }, { invoiceRecipientId: 4 })).toBeNull()
  })
  test('cannot be invoiced where only cards are accepted, nor to an external user', () => {
    const cardOnly = { occasion: { ...karlstad, feeMinor: 50_000, paymentMethods: [0] as (0 | 1)[] } }
    expect(refusal({ ...cardOnly, ...club }, { invoiceRecipientId: 4 })).toBe('fee')
    const external = { person: { birthOn: null, isExternal: true } }
    expect(refusal({ ...paid, ...club, ...external }, { invoiceRecipientId: 4 })).toBe('fee')
  })
  test('of the education is charged once', () => {
    const education = { ...open.education, feeMinor: 30_000 }
    expect(calculateSignUpFee({ ...open, ...paid, education })).toBe(80_000)
    expect(calculateSignUpFee({ ...open, ...paid, education, educationFeePaid: true })).toBe(50_000)
  })
  test('of the part counts when there is no occasion', () =>
    expect(
      calculateSignUpFee({ ...open, occasion: null, part: { type: 1, feeMinor: 700, needsApproval: false } }),
    ).toBe(700))
})

describe('an organiser who signs a person up', () => {
  test('may be late and skip prerequisites', () => {
    const late = { isByOrganizer: true, prerequisitesMissing: true, now: at('2026-07-01') }
    expect(refusal(late)).toBeNull()
  })
  test('cannot use a full or cancelled occasion', () => {
    expect(onOccasion({ bookedCount: 12 }, { isByOrganizer: true })).toBe('occasion_full')
    expect(onOccasion({ canceled: true }, { isByOrganizer: true })).toBe('occasion_canceled')
  })
})

describe('cancelling', () => {
  const result = { completed: false }
  const learner = (now: Date) => ({ now, isByOrganizer: false })
  test('is open until the last day to cancel, otherwise to sign up, otherwise until the start', () => {
    expect(cancelDeadline({ ...karlstad, lastCancelAt: at('2026-06-05') })).toEqual(at('2026-06-05'))
    expect(cancelDeadline(karlstad)).toEqual(at('2026-06-01'))
    expect(cancelDeadline({ ...karlstad, lastSignUpAt: null })).toEqual(karlstad.startsAt)
    expect(cancelDeadline({ ...karlstad, lastCancelAt: at('2026-09-01') })).toEqual(karlstad.startsAt)
  })
  test('is refused to a learner afterwards, not to an organiser', () => {
    expect(refuseCancel(result, karlstad, learner(at('2026-06-01')))).toBeNull()
    expect(refuseCancel(result, karlstad, learner(at('2026-06-02')))).toBe('cancel_closed')
    expect(refuseCancel(result, karlstad, { now: at('2026-06-02'), isByOrganizer: true })).toBeNull()
  })
  test('is refused for a completed result', () =>
    expect(refuseCancel({ completed: true }, karlstad, learner(today))).toBe('result_completed'))
})

test('answers that are not among the choices do not count', () => {
  const size = { id: 2, text: 'Storlek', type: 'choice' as const, options: ['S', 'M'], required: false }
  const bus = { id: 3, text: 'Buss?', type: 'yesno' as const, options: [], required: true }
  expect(listUnansweredQuestions([size, bus], [{ questionId: 2, answer: 'XXL' }])).toEqual([2, 3])
  expect(listUnansweredQuestions([size, bus], [{ questionId: 3, answer: 'no' }])).toEqual([])
})

describe('the change that a written result requests', () => {
  const stands = { canceled: false, completed: false, attended: null, signedUpAt: today }
  test('is none when it equals the stored state', () => {
    expect(findRequestedChange(stands, {})).toBeNull()
    expect(
      findRequestedChange(stands, { canceled: false, completed: false, attended: false, signUpDate: today }),
    ).toBeNull()
  })
  test('is a cancellation before anything else', () =>
    expect(findRequestedChange(stands, { canceled: true, attended: true })).toBe('cancel'))
  test('is a restoration', () =>
    expect(findRequestedChange({ ...stands, canceled: true }, { canceled: false })).toBe('restore'))
  test('is an approval while it is pending', () =>
    expect(findRequestedChange({ ...stands, signedUpAt: null }, { signUpDate: today, attended: true })).toBe('approve'))
  test('is attendance, completion or the reversal of either', () => {
    expect(findRequestedChange(stands, { attended: true })).toBe('attendance')
    expect(findRequestedChange(stands, { completed: true })).toBe('attendance')
    expect(findRequestedChange({ ...stands, completed: true }, { completed: false })).toBe('attendance')
    expect(findRequestedChange({ ...stands, canceled: true }, { attended: true })).toBe('attendance')
  })
})

test('a child with a guardian cannot pay: the guardian is asked to', () => {
  const fees: Partial<SignUpFacts> = {
    occasion: { ...karlstad, feeMinor: 45_000, paymentMethods: [0, 1] },
    cardPayment: { isOn: true, underWay: null },
    invoiceRecipientIds: [20],
    isPaidByGuardian: true,
  }
  expect(refusal(fees, { isPaidByCard: true })).toBe('guardian_pays')
  expect(refusal(fees, { invoiceRecipientId: 20 })).toBe('guardian_pays')
  expect(refusal(fees, { isAskedOfGuardian: true })).toBeNull()
  expect(refusal({ ...fees, isPaidByGuardian: false }, { isAskedOfGuardian: true })).toBe('fee')
  expect(refusal({ isPaidByGuardian: true })).toBeNull()
})

test('a choice that was stored with invisible characters is the one that the cleaned answer names', () => {
  const size = { id: 2, text: 'Storlek', type: 'choice' as const, options: ['Med\u00adium\u200b', 'L'], required: true }
  expect(listUnansweredQuestions([size], [{ questionId: 2, answer: 'Medium' }])).toEqual([])
  expect(listUnansweredQuestions([size], [{ questionId: 2, answer: 'XL' }])).toEqual([2])
})
