import { refusalStatuses } from '#api/refusal-statuses.ts'
import { Refused } from '#api/refusals.ts'
import type { FieldProblem } from '#islands/ui/error-summary-look.ts'
import type { Translate } from '#locales/translate.ts'

/** The refusal of a submitted form. */
export interface FormFailure {
  status: number
  /** Message for the whole form. */
  message: string
  /** Messages for single fields; empty when the refusal names none. */
  fields: FieldProblem[]
}

/** The answer of a submitted form, or its refusal. */
export type FormOutcome<Answer> = { answer: Answer; problem: null } | { answer: null; problem: FormFailure }

/**
 * Waits for the work of a submitted form and returns its answer or its refusal; the other one is null. The message of a
 * refusal is a text of `refusals` by its code, and its status that of HTTP. Rethrows any other error.
 */
export async function toFormOutcome<Answer>(work: Promise<Answer>, refusals: Translate): Promise<FormOutcome<Answer>> {
  try {
    return { answer: await work, problem: null }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const fields = Object.entries(error.details.fields ?? {}).map(([name, message]) => ({ name, message }))
    return { answer: null, problem: { status: refusalStatuses[error.code], message: refusals(error.code), fields } }
  }
}

/** Returns the message for a field; undefined when the refusal names none. */
export const fieldError = (problem: FormFailure | null | undefined, name: string) =>
  problem?.fields.find((field) => field.name === name)?.message
