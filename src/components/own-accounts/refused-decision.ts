import type { FormFailure } from '#components/form-outcome.ts'

/** A request in the list of open requests. */
export interface RequestReference {
  kind: 'membership' | 'account'
  id: number
}

/** A submitted decision about a request that was refused, with what was typed. */
export interface RefusedDecision extends RequestReference {
  decision: string
  reason: string
  /** The organisation whose page the decision was made on; null for the page of all requests. */
  organizationId: number | null
  problem: FormFailure
}

/** Returns the name of the reason in error summaries; a page has one field of it for each decision on each request. */
export const toReasonName = ({ kind, id }: RequestReference, decision: string) => `${decision}-${kind}-${id}`

/** Returns the name of the choice of a person in error summaries. */
export const toReceiverName = ({ id }: RequestReference) => `userId-${id}`

/** Returns the refusal of a decision on a request; null when that decision was not refused. */
export const findRefused = (refused: RefusedDecision | null, { kind, id }: RequestReference, decision: string) =>
  refused?.kind === kind && refused.id === id && refused.decision === decision ? refused : null

/**
 * Returns the problem with its fields named as on the page, so that the summary links to them. Other fields keep their
 * names.
 */
export function nameFields(problem: FormFailure, request: RequestReference, decision: string): FormFailure {
  const names: Record<string, string> = { reason: toReasonName(request, decision), userId: toReceiverName(request) }
  return { ...problem, fields: problem.fields.map(({ name, message }) => ({ name: names[name] ?? name, message })) }
}
