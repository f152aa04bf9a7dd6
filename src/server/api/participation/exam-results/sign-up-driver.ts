import { guardianUnder, refuseGuardian } from '#api/catalogue/exams/rules.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { Write } from '#api/participation/results/write.ts'
import { insertResult } from '#api/participation/results/write-storage.ts'
import { isGuarded } from '#api/participation/sign-ups/offer.ts'
import { feeOf, needsApproval, refuseSignUp } from '#api/participation/sign-ups/rules.ts'
import { choicesFrom, confirmed } from '#api/participation/sign-ups/sign-up.ts'
import { type SignUpScene, setScene } from '#api/participation/sign-ups/sign-up-scene.ts'
import { Refused } from '#api/refusals.ts'
import { dayIn } from '#api/zone.ts'
import { tellGuardian } from './assign-guardian.ts'
import type { ExamSignUp } from './contract.ts'
import { findAdult } from './storage.ts'

type Adult = NonNullable<Awaited<ReturnType<typeof findAdult>>>

/** Finds the guardian of a sign-up: the named one, or the person's only one; null while none is chosen. */
async function guardianFor(ctx: Ctx, { row, facts, guardians }: SignUpScene, named: number | null | undefined) {
  const adultId = named ?? (guardians.length === 1 ? guardians[0]?.id : null)
  if (!adultId || !row.exam) return null
  const adult = await findAdult(ctx.db, adultId)
  if (!adult) throw new Refused('not_found')
  const exam = { heldOn: row.exam.heldOn, guardianUnder: guardianUnder(row.exam, row.education) }
  const { byOrganizer } = facts
  const refusal = refuseGuardian(adult, row.person, { exam, todayOn: dayIn(ctx.now), byOrganizer })
  if (refusal) throw new Refused(refusal)
  return adult
}

function resultOf(ctx: Ctx, { row, facts }: SignUpScene, input: ExamSignUp, isPending: boolean, adult: Adult | null) {
  const choices = choicesFrom(input, facts)
  const fee = feeOf(facts)
  const isOwn = row.person.id === ctx.actor.id
  return {
    userId: row.person.id,
    educationPartId: row.part.id,
    educationId: row.education.id,
    practicalDriverExamId: row.exam?.id ?? null,
    completed: false,
    signedUpAt: isPending ? null : ctx.now,
    customAnswers: input.customAnswers,
    feeAtSignUpMinor: fee,
    invoiceRecipientId: fee > 0 ? choices.invoiceRecipientId : null,
    guardianUserId: adult?.id ?? null,
    registeredByUserId: isOwn ? null : ctx.actor.id,
    approvedByUserId: facts.byOrganizer ? ctx.actor.id : null,
  }
}

/**
 * Returns the write of one sign-up to an exam. A driver who needs a guardian and has none waits until one is assigned.
 *
 * @throws Refused with the code of the rule that refuses the sign-up.
 */
export async function signUpDriver(ctx: Ctx, examId: number, input: ExamSignUp): Promise<Write> {
  const context = await setScene(ctx, {
    userId: input.userId,
    examId,
    occasionId: null,
    educationPartId: null,
    educationId: null,
  })
  const { row, facts } = context
  const refusal = refuseSignUp(facts, choicesFrom(input, facts))
  if (refusal) throw new Refused(refusal, refusal === 'prerequisites_missing' ? { details: context.missing } : {})
  const mustHaveAdult = isGuarded(context)
  const adult = mustHaveAdult ? await guardianFor(ctx, context, input.guardianUserId) : null
  const isPending = needsApproval(facts) || (mustHaveAdult && !adult)
  const result = resultOf(ctx, context, input, isPending, adult)
  const { userId, educationPartId, guardianUserId } = result
  const audit = { userId, educationPartId, examId, guardianUserId, pending: isPending }
  return {
    resultId: null,
    result: insertResult(ctx, result),
    also: [
      recordAudit(ctx, 'result.signedUp', { type: 'driverExam', id: examId }, audit),
      ...(adult ? tellGuardian(ctx, adult, row.part.title, examId) : []),
    ],
    told: confirmed(ctx, row, isPending),
  }
}
