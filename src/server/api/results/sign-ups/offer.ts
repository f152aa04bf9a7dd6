import { translator } from '#locales/translate.ts'
import type { Ctx } from '../../context.ts'
import { guardianUnder, needsGuardian } from '../../driver-exams/rules.ts'
import { mustHaveGuardian } from '../../guardians/rules.ts'
import { readinessFrom } from '../../readiness/show-readiness.ts'
import type { SignUpOffer } from '../people/contract.ts'
import { feeOf, mayBeInvoiced, needsApproval, refuseSignUp } from '../rules.ts'
import { type SignUpScene, setScene } from './sign-up.ts'
import type { Target } from './storage.ts'

/** Whether the person comes with a guardian: by the examination's own rule, or by the education's. */
export function isGuarded({ row, facts }: SignUpScene): boolean {
  const { education, person, dayOn } = facts
  if (!row.exam) return mustHaveGuardian(education.guardianRequiredUnderAge, person.birthOn, dayOn)
  return needsGuardian(person, { heldOn: row.exam.heldOn, guardianUnder: guardianUnder(row.exam, row.education) })
}

/** Whether somebody can be signed up, why not, and what the dialog asks. */
export async function offerOf(ctx: Ctx, target: Target): Promise<SignUpOffer> {
  const scene = await setScene(ctx, target)
  const { row, facts, guardians, recipients, missing } = scene
  const reason = refuseSignUp(facts, null)
  return {
    allowed: reason === null,
    reason,
    message: reason && translator(ctx.language, 'refusals')(reason),
    fee: feeOf(facts) / 100,
    needsApproval: needsApproval(facts),
    mayBeInvoiced: mayBeInvoiced(facts),
    invoiceRecipients: recipients,
    mustHaveGuardian: isGuarded(scene),
    guardians,
    questions: facts.questions,
    missing,
    readiness: readinessFrom(scene.standing),
    overlapsWith: row.overlapping,
  }
}
