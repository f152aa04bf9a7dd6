import type { EducationPartResult } from '#api/results/contract.ts'
import type { Participant } from '#api/results/participants/contract.ts'
import { type SignUpState, stateOf } from '#api/results/rules.ts'
import type { Tap, Taps } from './taps.ts'

export interface Row extends Participant {
  state: SignUpState
  /** A tap that is on its way. */
  isWaiting: boolean
  /** What the server said no to, until somebody has read it. */
  refusals: Taps
}

function afterTap(person: Participant, { field, value, at }: Tap): Participant {
  if (field === 'approved') return { ...person, signUpDate: value ? new Date(at) : null }
  if (field === 'completed' && value) return { ...person, completed: true, attended: true }
  return { ...person, [field]: value }
}

/** What the server holds with the taps that are still on their way laid over it. */
export function rowsOf(participants: readonly Participant[], taps: Taps): Row[] {
  return participants.map((stored) => {
    const own = taps.filter(({ resultId }) => resultId === stored.resultId)
    const live = own.filter(({ refusal }) => refusal === undefined)
    const shown = live.reduce(afterTap, stored)
    const refusals = own.filter(({ refusal }) => refusal !== undefined)
    return { ...shown, state: stateOf([shown]), isWaiting: live.length > 0, refusals }
  })
}

/** The server's answers laid into the list. */
export function withResults(
  participants: readonly Participant[],
  results: readonly EducationPartResult[],
): Participant[] {
  const byId = new Map(results.map((result) => [result.resultId, result]))
  return participants.map((participant) => ({ ...participant, ...byId.get(participant.resultId) }))
}

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

const matches = (row: Row, text: string) =>
  [row.name, row.email, row.phone, row.externalPersonId, ...row.organizationNames].some((value) =>
    value?.toLowerCase().includes(text),
  )

/** The rows that are looked for, in the wanted order; names are in order already. */
export function arranged(rows: readonly Row[], { text, order }: { text: string; order: Order }): Row[] {
  const wanted = text.trim().toLowerCase()
  const found = wanted === '' ? [...rows] : rows.filter((row) => matches(row, wanted))
  if (order === 'state') return found.sort((a, b) => stateRank[a.state] - stateRank[b.state])
  if (order === 'organization')
    return found.sort((a, b) => (a.organizationNames[0] ?? 'ö').localeCompare(b.organizationNames[0] ?? 'ö', 'sv'))
  return found
}

export interface Tally {
  signedUp: number
  pending: number
  attended: number
  completed: number
}

export function tallyOf(rows: readonly Row[]): Tally {
  const live = rows.filter(({ canceled }) => !canceled)
  return {
    signedUp: live.length,
    pending: live.filter(({ state }) => state === 'pending').length,
    attended: live.filter(({ attended, completed }) => attended || completed).length,
    completed: live.filter(({ completed }) => completed).length,
  }
}

/** How many of each organisation are on the occasion and have completed it; a member of two stands under both. */
export function byOrganization(rows: readonly Row[]): { name: string; signedUp: number; completed: number }[] {
  const counts = new Map<string, { name: string; signedUp: number; completed: number }>()
  for (const row of rows.filter(({ canceled }) => !canceled))
    for (const name of row.organizationNames.length > 0 ? row.organizationNames : ['–']) {
      const known = counts.get(name) ?? { name, signedUp: 0, completed: 0 }
      counts.set(name, {
        name,
        signedUp: known.signedUp + 1,
        completed: known.completed + (row.completed ? 1 : 0),
      })
    }
  return [...counts.values()].sort((a, b) => b.signedUp - a.signedUp || a.name.localeCompare(b.name, 'sv'))
}
