import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import type { OwnPartResult, OwnProgress } from '#api/office/education-list/contract.ts'
import type { LaunchFacts, OwnStanding } from '#api/participation/sign-ups/launches/rules.ts'
import type { SignUpFacts } from '#api/participation/sign-ups/rules.ts'

/** Facts about the person that decide whether a digital part opens, besides the own results. */
export type LaunchTerms = OwnProgress['signUpTerms'] & {
  now: Date
  /** Today as `yyyy-MM-dd` in the portal's time zone. */
  dayOn: string
  tooYoung: boolean
  tooOld: boolean
  /** Whether the person manages the education and may preview its courses. */
  isStaff: boolean
}

interface LaunchInput {
  education: Education
  part: EducationPart
  /** The person's results on this part, in any education. */
  results: readonly OwnPartResult[]
  /** Whether a part that comes before this one is not completed. */
  partsMissing: boolean
  /** Whether an education that comes before this one is not completed. */
  educationsMissing: boolean
  terms: LaunchTerms
}

function toStanding({ results }: LaunchInput): OwnStanding {
  const live = results.filter(({ canceled }) => !canceled)
  const standings = live.map(({ completed, signUpDate }) =>
    completed ? 'completed' : signUpDate ? 'signedUp' : 'pending',
  )
  return (['signedUp', 'pending', 'completed'] as const).find((one) => standings.includes(one)) ?? 'none'
}

const toMinor = (fee: number) => Math.round(fee * 100)

function toSignUpFacts({ education, part, partsMissing, educationsMissing, terms }: LaunchInput): SignUpFacts {
  const underWay = terms.payments.find(({ educationPartId }) => educationPartId === part.id)?.paymentId ?? null
  return {
    now: terms.now,
    dayOn: terms.dayOn,
    isByOrganizer: false,
    education: {
      ...education,
      published: education.published && !education.archived,
      feeMinor: toMinor(education.fee),
    },
    part: { type: part.type, feeMinor: toMinor(part.fee), needsApproval: part.needsApproval },
    occasion: null,
    person: { birthOn: terms.birthOn, isExternal: terms.isExternal },
    alreadySignedUp: false,
    prerequisitesMissing: partsMissing || educationsMissing,
    isTooYoung: terms.tooYoung,
    isTooOld: terms.tooOld,
    // The payer is irrelevant for a part that is already signed up to.
    isPaidByGuardian: false,
    educationFeePaid: terms.feePaid,
    guardianIds: terms.guardianIds,
    // A course with a fee begins with the sign-up dialog, where club and card are chosen.
    invoiceRecipientIds: [],
    mainRecipientId: null,
    cardPayment: { isOn: false, underWay },
    questions: [...education.customQuestions, ...part.customQuestions],
  }
}

/** Builds the facts of the launch rule from the answers that the education's page has loaded. */
export const toLaunchFacts = (input: LaunchInput): LaunchFacts => ({
  own: toStanding(input),
  partsMissing: input.partsMissing,
  educationsMissing: input.educationsMissing,
  signUp: toSignUpFacts(input),
})
