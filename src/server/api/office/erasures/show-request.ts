import { toPortalDay } from '#api/zone.ts'
import type { ErasureRequest, OwnErasure } from './contract.ts'
import { getDueStatus } from './rules.ts'
import type { RequestRow } from './storage.ts'

const toPerson = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? `#${id}` })

/**
 * Converts a stored request to erase a person to the reply for superadministrators. `standing` says whether its answer
 * is late on the day of `now`. A person without an account is named `#<id>`; `decidedBy` is null before the decision.
 */
export function toErasureRequest({ request, ...names }: RequestRow, now: Date): ErasureRequest {
  const { userId, requestedByUserId, createdAt, dueOn, decidedByUserId, decidedAt, doneAt, ...same } = request
  return {
    ...same,
    user: { id: userId, name: names.userName ?? `#${userId}` },
    requestedBy: { id: requestedByUserId, name: names.requesterName ?? `#${requestedByUserId}` },
    decidedBy: toPerson(decidedByUserId, names.deciderName),
    created: createdAt,
    due: dueOn,
    standing: getDueStatus(request.state, dueOn, toPortalDay(now)),
    decided: decidedAt,
    done: doneAt,
  }
}

/** Converts a stored request to the reply for the person. */
export const toOwnErasure = (
  request: Pick<RequestRow['request'], 'state' | 'createdAt' | 'dueOn' | 'decidedAt' | 'reason'>,
): OwnErasure => ({
  state: request.state,
  created: request.createdAt,
  due: request.dueOn,
  decided: request.decidedAt,
  reason: request.reason,
})
