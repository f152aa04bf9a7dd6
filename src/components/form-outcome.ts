import { Refused, refusalStatuses } from '#api/refusals.ts'
import type { FieldProblem } from '#islands/ui/error-summary-look.ts'
import type { Translate } from '#locales/translate.ts'

export interface Problem {
  status: number
  /** For the whole form. */
  message: string
  /** For its fields; empty when the refusal is about none of them. */
  fields: FieldProblem[]
}

export type Outcome<Answer> = { answer: Answer; problem: null } | { answer: null; problem: Problem }

/** What a form that was sent came to. Anything but a refusal is the error page's. */
export async function outcomeOf<Answer>(work: Promise<Answer>, refusals: Translate): Promise<Outcome<Answer>> {
  try {
    return { answer: await work, problem: null }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const fields = Object.entries(error.details.fields ?? {}).map(([name, message]) => ({ name, message }))
    return { answer: null, problem: { status: refusalStatuses[error.code], message: refusals(error.code), fields } }
  }
}

export const fieldError = (problem: Problem | null | undefined, name: string) =>
  problem?.fields.find((field) => field.name === name)?.message
