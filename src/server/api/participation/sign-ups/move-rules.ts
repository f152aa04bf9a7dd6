import type { CustomAnswer } from '#api/questions.ts'
import type { RefusalCode } from '#api/refusals.ts'
import {
  type CancelRefusal,
  listUnansweredQuestions,
  type OccasionFacts,
  refuseCancel,
  refuseSignUp,
  type SignUpFacts,
  type SignUpRefusal,
} from './rules.ts'

/** The booking and the date that its holder wants to move it to. */
export interface MoveFacts {
  now: Date
  /** `feeAtSignUpMinor` was charged at the sign-up, `educationFeeMinor` of it for the education itself; in öre. */
  result: {
    completed: boolean
    canceled: boolean
    customAnswers: CustomAnswer[]
    feeAtSignUpMinor: number
    educationFeeMinor: number
  }
  from: Pick<OccasionFacts, 'startsAt' | 'lastCancelAt' | 'lastSignUpAt' | 'canceled'> & {
    isTied: boolean
  }
  to: { facts: SignUpFacts; isTied: boolean; isSamePart: boolean }
}

type MoveRefusal =
  | CancelRefusal
  | SignUpRefusal
  | Extract<RefusalCode, 'move_price' | 'move_tied' | 'other_part' | 'result_canceled'>

function refuseLeaving({ now, result, from }: MoveFacts): MoveRefusal | null {
  if (result.completed) return 'result_completed'
  // A seat on a cancelled occasion was cancelled with it, and may be taken elsewhere without a deadline.
  if (from.canceled) return null
  if (result.canceled) return 'result_canceled'
  return refuseCancel(result, from, { now, isByOrganizer: false })
}

/**
 * Returns why a booking cannot be moved to another occasion of its part by its holder or a guardian; null when it can.
 * Fee and answers are kept, so the other date costs no more than was charged (`move_price`) and asks nothing that is
 * not answered.
 * Neither date may be tied to others (`move_tied`). The deadline to cancel counts, but not for a seat on a cancelled
 * occasion.
 */
export function refuseMove(move: MoveFacts): MoveRefusal | null {
  const { result, from, to } = move
  const leaving = refuseLeaving(move)
  if (leaving) return leaving
  if (!to.isSamePart) return 'other_part'
  if (from.isTied || to.isTied) return 'move_tied'
  const { facts } = to
  const refusal = refuseSignUp({ ...facts, alreadySignedUp: result.canceled && facts.alreadySignedUp }, null)
  if (refusal) return refusal
  if ((facts.occasion?.feeMinor ?? 0) > result.feeAtSignUpMinor - result.educationFeeMinor) return 'move_price'
  return listUnansweredQuestions(facts.questions, result.customAnswers).length > 0 ? 'answers_missing' : null
}
