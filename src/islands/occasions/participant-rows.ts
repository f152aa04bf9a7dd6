import type { EducationPartResult } from '#api/participation/results/contract.ts'
import { type SignUpState, stateOf } from '#api/participation/results/rules.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import type { Tap, TapField, Taps } from './taps.ts'

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

/** Whether a tap says of somebody what does not stand already. */
export const isNews = (person: Participant, field: TapField, value: boolean): boolean =>
  field === 'approved' ? (person.signUpDate !== null) !== value : Boolean(person[field]) !== value

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

/** The figures above the list, and whom each counts. */
export const tallied = ['signedUp', 'pending', 'attended', 'completed'] as const
export type Tallied = (typeof tallied)[number]
export type Tally = Record<Tallied, number>

const isCounted: Record<Tallied, (row: Row) => boolean> = {
  signedUp: ({ canceled }) => !canceled,
  pending: ({ state }) => state === 'pending',
  attended: ({ canceled, attended, completed }) => !canceled && (attended === true || completed),
  completed: ({ canceled, completed }) => !canceled && completed,
}

interface Wanted {
  text: string
  order: Order
  only: Tallied | null
}

/** The rows that are looked for, in the wanted order; names are in order already. */
export function arranged(rows: readonly Row[], { text, order, only }: Wanted): Row[] {
  const wanted = text.trim().toLowerCase()
  const found = rows.filter((row) => (wanted === '' || matches(row, wanted)) && (only === null || isCounted[only](row)))
  if (order === 'state') return found.sort((a, b) => stateRank[a.state] - stateRank[b.state])
  if (order === 'organization')
    return found.sort((a, b) => (a.organizationNames[0] ?? 'ö').localeCompare(b.organizationNames[0] ?? 'ö', 'sv'))
  return found
}

export function tallyOf(rows: readonly Row[]): Tally {
  const countOf = (one: Tallied) => rows.filter(isCounted[one]).length
  return {
    signedUp: countOf('signedUp'),
    pending: countOf('pending'),
    attended: countOf('attended'),
    completed: countOf('completed'),
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
