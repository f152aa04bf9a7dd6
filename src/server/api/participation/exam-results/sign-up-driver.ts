import { findGuardianRefusal, guardianAgeLimit } from '#api/catalogue/exams/rules.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { insertResult } from '#api/participation/results/write-storage.ts'
import { guardiansFrom, loadSignUp, type SignUpContext } from '#api/participation/sign-ups/load-sign-up.ts'
import { signUpNeedsGuardian } from '#api/participation/sign-ups/offer.ts'
import {
  calculateEducationFee,
  calculateSignUpFee,
  needsApproval,
  refuseSignUp,
} from '#api/participation/sign-ups/rules.ts'
import { createSignUpConfirmation, toChoices } from '#api/participation/sign-ups/sign-up.ts'
import { limitNamedPeople } from '#api/people/reach/reads/limit-views.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { notifyGuardian } from './assign-guardian.ts'
import type { ExamSignUp } from './contract.ts'
import { findAdult } from './storage.ts'

type Adult = NonNullable<Awaited<ReturnType<typeof findAdult>>>

/** Finds the guardian of a sign-up: the named one, or the person's only one; null while none is chosen. */
async function guardianFor(ctx: Ctx, { row, facts, guardians }: SignUpContext, named: number | null | undefined) {
  const adultId = named ?? (guardians.length === 1 ? guardians[0]?.id : null)
  if (!adultId || !row.exam) return null
  await limitNamedPeople(
    ctx,
    [adultId],
    guardians.map(({ id }) => id),
  )
  const adult = await findAdult(ctx.db, adultId)
  if (!adult) throw new Refused('not_found')
  const exam = { heldOn: row.exam.heldOn, guardianUnder: guardianAgeLimit(row.exam, row.education) }
  const { isByOrganizer } = facts
  const refusal = findGuardianRefusal(adult, row.person, { exam, todayOn: toPortalDay(ctx.now), isByOrganizer })
  if (refusal) throw new Refused(refusal)
  return adult
}

function resultOf(ctx: Ctx, { row, facts }: SignUpContext, input: ExamSignUp, isPending: boolean, adult: Adult | null) {
  const choices = toChoices(input, facts)
  const fee = calculateSignUpFee(facts)
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
    educationFeeMinor: calculateEducationFee(facts),
    invoiceRecipientId: fee > 0 ? choices.invoiceRecipientId : null,
    guardianUserId: adult?.id ?? null,
    registeredByUserId: isOwn ? null : ctx.actor.id,
    approvedByUserId: facts.isByOrganizer ? ctx.actor.id : null,
  }
}

/**
 * Returns the write of one person's sign-up to an exam, with its audit entry and the notifications of driver and
 * guardian, after checking the rules. The guardian is the chosen adult or else the driver's only one, and nobody for a
 * driver who needs none. The sign-up waits when it needs approval, or when the driver needs a guardian and has none.
 * Commits nothing.
 *
 * @throws Refused with the code of `refuseSignUp` when a rule refuses the sign-up; missing prerequisites are the
 * details.
 * @throws Refused('not_found'), Refused('not_allowed') or Refused('invitation_needed') as `loadSignUp` does.
 * @throws Refused('not_found') when the adult does not exist, is inactive or has a protected identity.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does, for an adult who is no guardian of the driver.
 * @throws Refused with the code of `findGuardianRefusal` when the adult cannot be the guardian.
 */
export async function signUpDriver(ctx: Ctx, examId: number, input: ExamSignUp): Promise<ResultWrite> {
  const context = await loadSignUp(ctx, {
    userId: input.userId,
    examId,
    occasionId: null,
    educationPartId: null,
    educationId: null,
  })
  const { row, facts } = context
  const refusal = refuseSignUp(facts, toChoices(input, facts))
  if (refusal) throw new Refused(refusal, refusal === 'prerequisites_missing' ? { details: context.missing } : {})
  const mustHaveAdult = signUpNeedsGuardian(context)
  const adult = mustHaveAdult ? await guardianFor(ctx, context, input.guardianUserId) : null
  const isPending = needsApproval(facts) || (mustHaveAdult && !adult)
  const result = resultOf(ctx, context, input, isPending, adult)
  const { userId, educationPartId, guardianUserId } = result
  const audit = { userId, educationPartId, examId, guardianUserId, pending: isPending }
  return {
    resultId: null,
    result: insertResult(ctx, result),
    relatedStatements: [
      recordAudit(ctx, 'result.signedUp', { type: 'driverExam', id: examId }, audit),
      ...(adult && row.exam
        ? notifyGuardian(ctx, adult, {
            exam: row.exam,
            title: row.part.title,
            driver: guardiansFrom(row).notified.name,
          })
        : []),
    ],
    notifications: createSignUpConfirmation(ctx, row, isPending),
  }
}
