import type { Ctx } from '#api/context.ts'
import { parseEducationFacts, type StoredEducation } from '#api/participation/readiness/education-facts.ts'
import { toEducationRequirement, toSignUpFacts } from '#api/participation/readiness/evaluate-education.ts'
import {
  type Evaluation,
  evaluateRequirement,
  listUnmetLeaves,
  type Requirement,
} from '#api/participation/readiness/rules.ts'
import { canDecideFor } from '#api/participation/results/access.ts'
import type { NotifiedChild } from '#api/participation/results/child-notifications.ts'
import { calculateSignUpFee, type OccasionFacts, type SignUpFacts } from '#api/participation/sign-ups/rules.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { MissingPrerequisite } from './contract.ts'
import { cardFrom, seatsFor } from './reserved-seats.ts'
import { findSignUp, type SignUpRow, type SignUpTarget } from './storage.ts'

interface NamedItem {
  id: number
  name: string
}

/** A club that takes the person's invoices. */
interface InvoiceRecipient extends NamedItem {
  isMain: 0 | 1
}

/** A sign-up with everything that its rules and its dialog need. */
export interface SignUpContext {
  row: SignUpRow
  facts: SignUpFacts
  guardians: NamedItem[]
  recipients: InvoiceRecipient[]
  /** The person's readiness, by the rules that the screens show. */
  standing: Evaluation
  missing: MissingPrerequisite[]
}

/** The group of a sign-up: occasions of several parts that are signed up for together. */
export interface SignUpGroup {
  /** The parts of the group; each counts as completed where another requires it. */
  partIds: readonly number[]
  /** Another sign-up of the group is charged the education's fee. */
  isEducationFeePaid: boolean
  needsApproval: boolean
  /** Added to the ids of questions that are not the education's, so that ids are unique in the group. */
  questionIdOffset: number
}

/**
 * Distance between the question ids of two sign-ups in a group. Ids begin at 1 in each list, and no list is as long.
 */
export const maxQuestionId = 1000

/** The group of a sign-up that includes no other occasions. */
export const singleSignUp: SignUpGroup = {
  partIds: [],
  isEducationFeePaid: false,
  needsApproval: false,
  questionIdOffset: 0,
}

const idsOf = (items: readonly NamedItem[]) => items.map(({ id }) => id)

/** Returns the facts of the occasion, or of the exam, whose payment methods are its education's. */
function placeOf(row: SignUpRow): OccasionFacts | null {
  const { occasion, exam, education, part, examBookedCount } = row
  if (!exam) return occasion && { ...occasion, ...seatsFor(row, occasion), canceled: occasion.canceledAt !== null }
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

interface PrerequisitePart {
  id: number
  title: string
  completedAt: string | null
}

interface StoredPrerequisites {
  parts: PrerequisitePart[]
  educations: StoredEducation[]
}

/** Evaluates the prerequisite parts, the education's prerequisites and its ages for the person. */
function standingOf({ now }: Ctx, row: SignUpRow, { partIds }: SignUpGroup): Evaluation {
  const { education, person } = row
  const { parts, educations: stored } = JSON.parse(row.before) as StoredPrerequisites
  const others = parts.filter(({ id }) => !partIds.includes(id))
  const required = others.map(({ id }): Requirement => ({ kind: 'part', id, educationId: education.id }))
  const educations = parseEducationFacts(stored, now)
  const own = toEducationRequirement(educations.get(education.id)?.before, education)
  const facts = toSignUpFacts({
    dayOn: toPortalDay(placeOf(row)?.startsAt ?? now),
    birthOn: person.birthOn,
    educations,
    parts: new Map(
      parts.map(({ id, title, completedAt: at }) => [id, { title, doneOn: at && toPortalDay(new Date(at)) }]),
    ),
  })
  return evaluateRequirement({ kind: 'all', of: [...required, ...own.of] }, facts)
}

const missingIn = (standing: Evaluation): MissingPrerequisite[] =>
  listUnmetLeaves(standing).flatMap(({ requirement, name: title }): MissingPrerequisite[] => {
    if (requirement.kind === 'part')
      return [{ id: requirement.id, title, kind: 'part', educationId: requirement.educationId }]
    const { kind } = requirement
    return kind === 'education' ? [{ id: requirement.id, title, kind, educationId: requirement.id }] : []
  })

type Lists = Omit<SignUpContext, 'row' | 'facts'>

/**
 * Returns the clubs that take the person's invoices; only the organisation that signs the person up, where there is
 * one.
 */
const recipientsFrom = ({ recipients }: SignUpRow, organizationId: number | undefined): InvoiceRecipient[] =>
  (JSON.parse(recipients) as InvoiceRecipient[]).filter(
    ({ id }) => organizationId === undefined || id === organizationId,
  )

/**
 * Parses the adults that can be chosen as the person's guardian at a sign-up (`eligible`), and the guardians to notify
 * of it. `notified` has these with the person's name; an adult has none.
 */
export function guardiansFrom(row: SignUpRow): { eligible: NamedItem[]; notified: NotifiedChild } {
  return JSON.parse(row.guardians) as { eligible: NamedItem[]; notified: NotifiedChild }
}

/** True when a child signs itself up and its guardians are asked to pay. Exams are invoiced (decision 029). */
const isPaidByGuardian = ({ actor }: Ctx, row: SignUpRow) =>
  actor.id === row.person.id && !row.exam && guardiansFrom(row).notified.guardians.length > 0

const lacksAge = (standing: Evaluation, kind: 'age' | 'maxAge') =>
  listUnmetLeaves(standing).some(({ requirement }) => requirement.kind === kind)

function factsFrom(ctx: Ctx, row: SignUpRow, lists: Lists, group: SignUpGroup): SignUpFacts {
  const { actor, now } = ctx
  const { education, part, occasion, person } = row
  const place = placeOf(row)
  const questions = [...part.customQuestions, ...(occasion?.customQuestions ?? [])]
  const educationFeePaid = Boolean(row.feePaid) || group.isEducationFeePaid
  return {
    now,
    dayOn: toPortalDay(place?.startsAt ?? now),
    isByOrganizer: Boolean(row.isByOrganizer) && canDecideFor(actor, row.person.id),
    education: {
      ...education,
      published: education.publishedAt !== null && education.archivedAt === null,
      // A driver is signed up without a guardian; the exam itself requires one later.
      guardianRequiredUnderAge: row.exam ? null : education.guardianRequiredUnderAge,
    },
    part,
    occasion: place && { ...place, needsApproval: place.needsApproval || group.needsApproval },
    person,
    alreadySignedUp: row.openResultId !== null,
    prerequisitesMissing: lists.missing.length > 0,
    isTooYoung: lacksAge(lists.standing, 'age'),
    isTooOld: lacksAge(lists.standing, 'maxAge'),
    educationFeePaid,
    guardianIds: idsOf(lists.guardians),
    invoiceRecipientIds: idsOf(lists.recipients),
    mainRecipientId: lists.recipients.find(({ isMain }) => isMain === 1)?.id ?? null,
    cardPayment: cardFrom(ctx, row, calculateSignUpFee({ education, part, occasion: place, educationFeePaid }) > 0),
    isPaidByGuardian: isPaidByGuardian(ctx, row),
    questions: [
      ...education.customQuestions,
      ...questions.map((question) => ({ ...question, id: question.id + group.questionIdOffset })),
    ],
  }
}

/**
 * Loads everything that decides a person's sign-up to a part, occasion or exam (`target`), in one query. Writes
 * nothing. The rules of signing up are not checked here, but by `refuseSignUp`. Only organisers get the prerequisites
 * and questions of an unpublished education. With an `organizationId` access is for the caller to check. `group` has
 * the other occasions that are signed up for together; by default there are none.
 *
 * @throws Refused('not_found') when the part, occasion or exam does not exist, or the person is inactive.
 * @throws Refused('not_allowed') unless the caller is the person, a guardian or an organiser, or an organisation is
 * given.
 * @throws Refused('invitation_needed') when an organiser must invite the person first.
 */
export async function loadSignUp(ctx: Ctx, target: SignUpTarget, group = singleSignUp): Promise<SignUpContext> {
  const { organizationId } = target
  const row = await findSignUp(ctx, target)
  if (!row || row.person.inactiveAt) throw new Refused('not_found')
  const isOwn = target.userId === ctx.actor.id || Boolean(row.isGuardian) || organizationId !== undefined
  if (!isOwn && !row.isByOrganizer) throw new Refused('not_allowed')
  if (!isOwn && !row.mayEnter) throw new Refused('invitation_needed')
  const standing = standingOf(ctx, row, group)
  const lists = {
    standing,
    guardians: guardiansFrom(row).eligible,
    recipients: recipientsFrom(row, organizationId),
    missing: missingIn(standing),
  }
  const context = { row, ...lists, facts: factsFrom(ctx, row, lists, group) }
  return row.education.publishedAt || row.isByOrganizer ? context : withoutDraft(context)
}

const emptyFacts = { dayOn: '', birthOn: null, educations: new Map(), parts: new Map() }

/** Removes prerequisites and questions: those of a draft are visible to its organisers only. */
const withoutDraft = (context: SignUpContext): SignUpContext => ({
  ...context,
  missing: [],
  standing: evaluateRequirement({ kind: 'all', of: [] }, toSignUpFacts(emptyFacts)),
  facts: { ...context.facts, questions: [] },
})
