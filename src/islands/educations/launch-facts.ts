import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import type { OwnPartResult, OwnProgress } from '#api/office/education-list/contract.ts'
import type { LaunchFacts, OwnStanding } from '#api/participation/sign-ups/launches/rules.ts'
import type { SignUpFacts } from '#api/participation/sign-ups/rules.ts'

/** Everything about the person that decides whether a digital part opens, beside the own results. */
export type LaunchTerms = OwnProgress['signUpTerms'] & {
  now: Date
  /** Today, `yyyy-MM-dd` in the portal's zone. */
  dayOn: string
  isExternal: boolean
  tooYoung: boolean
  /** Manages the education, and may preview its courses. */
  isStaff: boolean
}

interface Known {
  education: Education
  part: EducationPart
  /** Of the person on this part, in this education. */
  results: readonly OwnPartResult[]
  partsMissing: boolean
  educationsMissing: boolean
  terms: LaunchTerms
}

function standingOf({ part, results, terms }: Known): OwnStanding {
  const live = results.filter(({ canceled }) => !canceled)
  const standings = [
    ...live.map(({ completed, signUpDate }) => (completed ? 'completed' : signUpDate ? 'signedUp' : 'pending')),
    ...terms.elsewhere.filter(({ educationPartId }) => educationPartId === part.id).map(({ own }) => own),
  ]
  return (['signedUp', 'pending', 'completed'] as const).find((one) => standings.includes(one)) ?? 'none'
}

const inMinor = (fee: number) => Math.round(fee * 100)

function signUpOf({ education, part, partsMissing, educationsMissing, terms }: Known): SignUpFacts {
  const underWay = terms.payments.find(({ educationPartId }) => educationPartId === part.id)?.paymentId ?? null
  return {
    now: terms.now,
    dayOn: terms.dayOn,
    byOrganizer: false,
    education: {
      ...education,
      published: education.published && !education.archived,
      feeMinor: inMinor(education.fee),
    },
    part: { type: part.type, feeMinor: inMinor(part.fee), needsApproval: part.needsApproval },
    occasion: null,
    person: { birthOn: terms.birthOn, isExternal: terms.isExternal },
    alreadySignedUp: false,
    prerequisitesMissing: partsMissing || educationsMissing,
    tooYoung: terms.tooYoung,
    educationFeePaid: terms.feePaid,
    guardianIds: terms.guardianIds,
    // Clubs and cards are chosen in the sign-up's dialog, which is where a course with a fee begins.
    invoiceRecipientIds: [],
    mainRecipientId: null,
    cardPayment: { isOn: false, underWay },
    questions: [...education.customQuestions, ...part.customQuestions],
  }
}

/** The facts of the launch rule, out of the answers that the education's page has loaded. */
export const launchFacts = (known: Known): LaunchFacts => ({
  own: standingOf(known),
  partsMissing: known.partsMissing,
  educationsMissing: known.educationsMissing,
  signUp: signUpOf(known),
})
