import type { EducationPartResult } from '#api/participation/results/contract.ts'
import { type SignUpState, toSignUpState } from '#api/participation/results/rules.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { type Figure, isCountedIn, matchesParticipantFilter } from '#api/participation/sign-ups/participants/rules.ts'
import type { ResultField, ResultMutation, ResultMutations } from './result-queue.ts'

export interface ParticipantRowData extends Participant {
  state: SignUpState
  /** Whether a queued change waits to be sent. */
  isWaiting: boolean
  /** Refused changes, until the reader has dismissed them. */
  refusals: ResultMutations
}

function applyTap(person: Participant, { field, value, at }: ResultMutation): Participant {
  if (field === 'approved') return { ...person, signUpDate: value ? new Date(at) : null }
  if (field === 'completed' && value) return { ...person, completed: true, attended: true }
  return { ...person, [field]: value }
}

/**
 * Whether a change of one field to `value` differs from the participant's present state; `approved` is a sign-up with a
 * date.
 */
export const changesParticipant = (person: Participant, field: ResultField, value: boolean): boolean =>
  field === 'approved' ? (person.signUpDate !== null) !== value : Boolean(person[field]) !== value

/**
 * Lists the participants from the server, in their order, with the queued changes applied: a completion includes
 * attendance. Refused changes are not applied and are in `refusals`. `isWaiting` marks those with a change that is not
 * sent.
 */
export function toParticipantRows(participants: readonly Participant[], taps: ResultMutations): ParticipantRowData[] {
  return participants.map((stored) => {
    const own = taps.filter(({ resultId }) => resultId === stored.resultId)
    const live = own.filter(({ refusal }) => refusal === undefined)
    const shown = live.reduce(applyTap, stored)
    const refusals = own.filter(({ refusal }) => refusal !== undefined)
    return { ...shown, state: toSignUpState([shown]), isWaiting: live.length > 0, refusals }
  })
}

/**
 * Replaces the results that the server has answered with, and keeps the order. Answers about people who are not in the
 * list are ignored.
 */
export function mergeResults(
  participants: readonly Participant[],
  results: readonly EducationPartResult[],
): Participant[] {
  const byId = new Map(results.map((result) => [result.resultId, result]))
  return participants.map((participant) => ({ ...participant, ...byId.get(participant.resultId) }))
}

/**
 * Counts the seats of an occasion that are taken by people outside `participants`, the list that the reader may see.
 * Both are from the same load; cancelled sign-ups take no seat.
 */
export const countUnseen = (
  { bookedCount }: { bookedCount: number },
  participants: readonly Pick<Participant, 'canceled'>[],
): number => Math.max(0, bookedCount - participants.filter(({ canceled }) => !canceled).length)

export const orders = ['name', 'state', 'organization'] as const
export type Order = (typeof orders)[number]

const stateRank: Record<SignUpState, number> = {
  pending: 0,
  signedUp: 1,
  attended: 2,
  completed: 3,
  canceled: 4,
  none: 5,
}

export type Tally = Record<Figure, number>

interface RowFilter {
  text: string
  order: Order
  only: Figure | null
}

/**
 * Lists the rows that match the filter in the chosen order: by name, by state with those to approve first, or by first
 * organisation with those without one last. `only` selects the rows of a figure; null selects all. The text is searched
 * in name, e-mail address, phone, external id and organisations, in any case. The input must be sorted by name, which
 * stays the order within equals.
 */
export function filterAndSort(
  rows: readonly ParticipantRowData[],
  { text, order, only }: RowFilter,
): ParticipantRowData[] {
  const matching = rows.filter((row) => matchesParticipantFilter(row, { text, only }))
  if (order === 'state') return matching.sort((a, b) => stateRank[a.state] - stateRank[b.state])
  if (order === 'organization')
    return matching.sort(({ organizationNames: [a] }, { organizationNames: [b] }) =>
      a === undefined || b === undefined ? Number(a === undefined) - Number(b === undefined) : a.localeCompare(b, 'sv'),
    )
  return matching
}

/**
 * Counts the participants that each figure above the list includes: `signedUp` has all, those who wait for approval
 * (`pending`) too. Cancelled sign-ups are left out, and a completed result counts as attended.
 */
export function countFigures(rows: readonly ParticipantRowData[]): Tally {
  const countOf = (one: Figure) => rows.filter((row) => isCountedIn(row, one)).length
  return {
    signedUp: countOf('signedUp'),
    pending: countOf('pending'),
    attended: countOf('attended'),
    completed: countOf('completed'),
  }
}

/**
 * Counts the people (pending ones too) and completed results of each organisation, without cancelled sign-ups, by
 * number of people, the largest first, then by name. Members of two are counted in both, and people without one as "–".
 */
export function countByOrganization(
  rows: readonly ParticipantRowData[],
): { name: string; signedUp: number; completed: number }[] {
  const counts = new Map<string, { name: string; signedUp: number; completed: number }>()
  for (const row of rows.filter(({ canceled }) => !canceled))
    for (const name of row.organizationNames.length > 0 ? row.organizationNames : ['–']) {
      const before = counts.get(name) ?? { name, signedUp: 0, completed: 0 }
      counts.set(name, {
        name,
        signedUp: before.signedUp + 1,
        completed: before.completed + (row.completed ? 1 : 0),
      })
    }
  return [...counts.values()].sort((a, b) => b.signedUp - a.signedUp || a.name.localeCompare(b.name, 'sv'))
}
