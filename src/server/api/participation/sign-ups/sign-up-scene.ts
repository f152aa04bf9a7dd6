import type { Ctx } from '#api/context.ts'
import { educationsFrom, type StoredEducation } from '#api/participation/readiness/education-facts.ts'
import { educationRequirement, signUpFacts } from '#api/participation/readiness/for-education.ts'
import { type Requirement, readinessFor, type Standing, unmetLeaves } from '#api/participation/readiness/rules.ts'
import { mayDecideFor } from '#api/participation/results/access.ts'
import type { OccasionFacts, SignUpFacts } from '#api/participation/sign-ups/rules.ts'
import { Refused } from '#api/refusals.ts'
import { dayIn } from '#api/zone.ts'
import type { MissingPrerequisite } from './contract.ts'
import { findSignUp, type SignUpRow, type Target } from './storage.ts'

interface Named {
  id: number
  name: string
}

/** A club that takes the person's invoices. */
interface Recipient extends Named {
  isMain: 0 | 1
}

/** One sign-up with all that the rule book and the dialog ask about it. */
export interface SignUpScene {
  row: SignUpRow
  facts: SignUpFacts
  guardians: Named[]
  recipients: Recipient[]
  /** Whether the person is ready, by the rules that the screens show. */
  standing: Standing
  missing: MissingPrerequisite[]
}

/** What is taken in the same breath: occasions of other parts that are chosen together with this one. */
export interface Company {
  /** Their parts: what must come before counts as done by being taken along. */
  partIds: readonly number[]
  /** The education's own fee is asked with another of them. */
  paysEducation: boolean
  needsApproval: boolean
  /** Added to the numbers of the questions that are not the education's, so that no two of the set share one. */
  questionsFrom: number
}

/** No list of questions is as long; a list's numbers begin at one. */
export const questionsInOne = 1000

/** A sign-up that nothing is taken along with. */
export const alone: Company = { partIds: [], paysEducation: false, needsApproval: false, questionsFrom: 0 }

const idsOf = (named: readonly Named[]) => named.map(({ id }) => id)

/** Where and when the sign-up is for: an occasion, or a practical driver examination, which is paid as its education is. */
function placeOf({ occasion, exam, education, part, examBookedCount }: SignUpRow): OccasionFacts | null {
  if (!exam) return occasion && { ...occasion, canceled: occasion.canceledAt !== null }
  return {
    ...exam,
    lastCancelAt: exam.startsAt,
    bookedCount: examBookedCount,
    reservedCount: 0,
    canceled: exam.canceledAt !== null,
    paymentMethods: education.paymentMethods,
    needsApproval: part.needsApproval,
  }
}

interface PartBefore {
  id: number
  title: string
  completedAt: string | null
}

interface Before {
  parts: PartBefore[]
  educations: StoredEducation[]
}

/** The parts that come before, the education's own demands, and how the person stands in each. */
function standingOf({ now }: Ctx, row: SignUpRow, { partIds }: Company): Standing {
  const { education, person } = row
  const { parts: before, educations: stored } = JSON.parse(row.before) as Before
  const apart = before.filter(({ id }) => !partIds.includes(id))
  const asked = apart.map(({ id }): Requirement => ({ kind: 'part', id, educationId: education.id }))
  const educations = educationsFrom(stored)
  const own = educationRequirement(educations.get(education.id)?.before, education.minAge)
  const facts = signUpFacts({
    dayOn: dayIn(placeOf(row)?.startsAt ?? now),
    birthOn: person.birthOn,
    educations,
    parts: new Map(before.map(({ id, title, completedAt: at }) => [id, { title, doneOn: at && dayIn(new Date(at)) }])),
  })
  return readinessFor({ kind: 'all', of: [...asked, ...own.of] }, facts)
}

const missingIn = (standing: Standing): MissingPrerequisite[] =>
  unmetLeaves(standing).flatMap(({ requirement, name: title }): MissingPrerequisite[] => {
    if (requirement.kind === 'part')
      return [{ id: requirement.id, title, kind: 'part', educationId: requirement.educationId }]
    const { kind } = requirement
    return kind === 'education' ? [{ id: requirement.id, title, kind, educationId: requirement.id }] : []
  })

type Lists = Omit<SignUpScene, 'row' | 'facts'>

/** An examination is paid by invoice; see decision 104. */
function cardFrom(row: SignUpRow): SignUpFacts['cardPayment'] {
  const { isOn, underWay } = JSON.parse(row.card) as { isOn: 0 | 1; underWay: string | null }
  return { isOn: isOn === 1 && !row.exam, underWay }
}

function factsFrom({ actor, now }: Ctx, row: SignUpRow, lists: Lists, company: Company): SignUpFacts {
  const { education, part, occasion, person } = row
  const place = placeOf(row)
  const questions = [...part.customQuestions, ...(occasion?.customQuestions ?? [])]
  return {
    now,
    dayOn: dayIn(place?.startsAt ?? now),
    byOrganizer: Boolean(row.byOrganizer) && mayDecideFor(actor, row.person.id),
    education: {
      ...education,
      published: education.publishedAt !== null && education.archivedAt === null,
      // A driver is signed up first, and waits for the guardian that the examination itself asks for.
      guardianRequiredUnderAge: row.exam ? null : education.guardianRequiredUnderAge,
    },
    part,
    occasion: place && { ...place, needsApproval: place.needsApproval || company.needsApproval },
    person,
    alreadySignedUp: row.openResultId !== null,
    prerequisitesMissing: lists.missing.length > 0,
    tooYoung: unmetLeaves(lists.standing).some(({ requirement }) => requirement.kind === 'age'),
    educationFeePaid: Boolean(row.feePaid) || company.paysEducation,
    guardianIds: idsOf(lists.guardians),
    invoiceRecipientIds: idsOf(lists.recipients),
    mainRecipientId: lists.recipients.find(({ isMain }) => isMain === 1)?.id ?? null,
    cardPayment: cardFrom(row),
    questions: [
      ...education.customQuestions,
      ...questions.map((question) => ({ ...question, id: question.id + company.questionsFrom })),
    ],
  }
}

/**
 * Loads a sign-up; refuses whoever is neither the person, a guardian nor an organiser there.
 *
 * @throws Refused('invitation_needed') when an organiser does not reach the person yet.
 */
export async function setScene(ctx: Ctx, target: Target, company = alone): Promise<SignUpScene> {
  const row = await findSignUp(ctx, target)
  if (!row || row.person.inactiveAt) throw new Refused('not_found')
  const isOwn = target.userId === ctx.actor.id || Boolean(row.isGuardian)
  if (!isOwn && !row.byOrganizer) throw new Refused('not_allowed')
  if (!isOwn && !row.mayEnter) throw new Refused('invitation_needed')
  const standing = standingOf(ctx, row, company)
  const lists = {
    standing,
    guardians: JSON.parse(row.guardians) as Named[],
    recipients: JSON.parse(row.recipients) as Recipient[],
    missing: missingIn(standing),
  }
  const scene = { row, ...lists, facts: factsFrom(ctx, row, lists, company) }
  return row.education.publishedAt || row.byOrganizer ? scene : withoutDraft(scene)
}

const nothingKnown = { dayOn: '', birthOn: null, educations: new Map(), parts: new Map() }

/** What a draft builds on and asks is its makers' business until it is published. */
const withoutDraft = (scene: SignUpScene): SignUpScene => ({
  ...scene,
  missing: [],
  standing: readinessFor({ kind: 'all', of: [] }, signUpFacts(nothingKnown)),
  facts: { ...scene.facts, questions: [] },
})
