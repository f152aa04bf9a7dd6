/** The people and lines of the dialog when the answer to a sign-up arrives. */
interface AnsweredSignUp {
  /** The ids that are chosen by name now. */
  chosen: readonly number[]
  /** The ids that the request signed up. */
  sent: readonly number[]
  /** How many lines of the pasted list cannot be signed up. */
  unresolvedCount: number
  /** Whether lines were written while the request was under way. */
  hasNewText: boolean
}

/**
 * Returns what a sign-up leaves in the dialog: the people who were chosen while it was under way (`chosen`), and
 * whether nothing is left, so that the dialog closes (`isDone`).
 */
export function toRemainingChoice({ chosen, sent, unresolvedCount, hasNewText }: AnsweredSignUp) {
  const remaining = chosen.filter((id) => !sent.includes(id))
  return { chosen: remaining, isDone: remaining.length === 0 && unresolvedCount === 0 && !hasNewText }
}
