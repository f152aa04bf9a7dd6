import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { readinessFrom } from '#api/participation/readiness/show-readiness.ts'
import type { Word } from '#api/participation/results/tell-together.ts'
import type { Write } from '#api/participation/results/write.ts'
import { insertResult } from '#api/participation/results/write-storage.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import {
  feeOf,
  needsApproval,
  refuseSignUp,
  type SignUpChoices,
  type SignUpFacts,
  type SignUpRefusal,
} from '#api/participation/sign-ups/rules.ts'
import { mustHaveGuardian } from '#api/people/guardians/rules.ts'
import { Refused } from '#api/refusals.ts'
import { confirm, type Held } from './confirm.ts'
import { alone, type Company, questionsInOne, type SignUpScene, setScene } from './sign-up-scene.ts'
import type { SignUpRow, Target } from './storage.ts'

/** An only guardian needs no choosing; an organiser who names no club means the main one, or the only one. */
export function choicesFrom(written: WrittenResult, facts: SignUpFacts): SignUpChoices {
  const { education, person, dayOn, guardianIds, invoiceRecipientIds, mainRecipientId } = facts
  const onlyClub = invoiceRecipientIds.length === 1 ? (invoiceRecipientIds[0] ?? null) : null
  const club = facts.byOrganizer ? (mainRecipientId ?? onlyClub) : null
  const guarded = mustHaveGuardian(education.guardianRequiredUnderAge, person.birthOn, dayOn)
  const only = guarded && guardianIds.length === 1 ? (guardianIds[0] ?? null) : null
  return {
    customAnswers: written.customAnswers ?? [],
    invoiceRecipientId: written.invoiceRecipientId ?? club,
    guardianUserId: guarded ? (written.guardianUserId ?? only) : null,
  }
}

const targetOf = (written: WrittenResult): Target => ({
  userId: written.userId,
  educationPartId: written.referenceId ?? null,
  occasionId: written.occasionId ?? null,
  educationId: written.educationId ?? null,
})

const tellsReadiness = (refusal: SignUpRefusal) => refusal === 'prerequisites_missing' || refusal === 'too_young'

function resultOf(ctx: Ctx, { row, facts }: SignUpScene, choices: SignUpChoices) {
  const { id: actorId } = ctx.actor
  const fee = feeOf(facts)
  return {
    userId: row.person.id,
    educationPartId: row.part.id,
    educationId: row.education.id,
    occasionId: row.occasion?.id ?? null,
    completed: false,
    signedUpAt: needsApproval(facts) ? null : ctx.now,
    customAnswers: choices.customAnswers,
    feeAtSignUpMinor: fee,
    invoiceRecipientId: fee > 0 ? choices.invoiceRecipientId : null,
    guardianUserId: choices.guardianUserId,
    registeredByUserId: row.person.id === actorId ? null : actorId,
    approvedByUserId: facts.byOrganizer ? actorId : null,
  }
}

/** What a sign-up is for, when that has a time and a place. */
function heldFor({ exam, occasion, education, part }: SignUpRow): Held | null {
  const held = exam ?? occasion
  if (!held) return null
  const { id, startsAt, endsAt, city, venue } = held
  const place = { kind: exam ? ('exam' as const) : ('occasion' as const), id }
  return { place, startsAt, endsAt, city, venue, title: held.title ?? part.title, educationId: education.id }
}

/** Mails to whoever has got the place at once. */
export function confirmed(ctx: Ctx, row: SignUpRow, isPending: boolean): Word[] {
  const held = heldFor(row)
  const { id: userId, firstName, email, language } = row.person
  return held && !isPending ? confirm(ctx, { userId, firstName, email, language }, held) : []
}

/** Of the answers to a whole set, those that this sign-up asked for, under its own numbers. */
const ownAnswers = ({ customAnswers }: SignUpChoices, { partIds, questionsFrom: from }: Company) =>
  partIds.length === 0
    ? customAnswers
    : customAnswers.flatMap(({ questionId, answer }) => {
        if (questionId > from && questionId <= from + questionsInOne) return [{ questionId: questionId - from, answer }]
        return []
      })

/** The row of a sign-up that the rules let in; whoever pays for it by card owes no other answer about the fee. */
export function plannedResult(ctx: Ctx, scene: SignUpScene, written: WrittenResult, company = alone, byCard = false) {
  const choices = { ...choicesFrom(written, scene.facts), byCard }
  const refusal = refuseSignUp(scene.facts, choices)
  if (refusal) throw new Refused(refusal, tellsReadiness(refusal) ? { details: readinessFrom(scene.standing) } : {})
  return { ...resultOf(ctx, scene, choices), customAnswers: ownAnswers(choices, company) }
}

/**
 * The writes of one sign-up. A part without occasions that is open already answers its open result, so that a
 * runner that lost the answer may ask again.
 */
export async function signUp(ctx: Ctx, written: WrittenResult, company = alone): Promise<Write> {
  if (written.completed || written.attended) throw new Refused('not_allowed')
  const scene = await setScene(ctx, targetOf(written), company)
  const { row } = scene
  if (!row.occasion && row.openResultId !== null) return { resultId: row.openResultId, result: null, also: [] }
  const result = plannedResult(ctx, scene, written, company)
  const { userId, educationPartId, occasionId } = result
  const isPending = result.signedUpAt === null
  const audit = { userId, educationPartId, occasionId, pending: isPending }
  return {
    resultId: null,
    result: insertResult(ctx, result),
    also: [recordAudit(ctx, 'result.signedUp', { type: 'education', id: row.education.id }, audit)],
    told: confirmed(ctx, row, isPending),
  }
}
