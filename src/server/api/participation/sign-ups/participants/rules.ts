import { toSignUpState } from '#api/participation/results/rules.ts'
import type { Participant } from './contract.ts'

/** Highest number of participants that one call moves or mails. */
export const maxMatchingParticipants = 200

/** Figures above the list of participants; each selects the participants that it counts. */
export const figures = ['signedUp', 'pending', 'attended', 'completed'] as const
export type Figure = (typeof figures)[number]

/** Fields of a participant that decide which figures count it. */
export type CountedParticipant = Pick<Participant, 'canceled' | 'attended' | 'completed' | 'signUpDate'>

const isCounted: Record<Figure, (participant: CountedParticipant) => boolean> = {
  signedUp: ({ canceled }) => !canceled,
  pending: (participant) => toSignUpState([participant]) === 'pending',
  attended: ({ canceled, attended, completed }) => !canceled && (attended === true || completed),
  completed: ({ canceled, completed }) => !canceled && completed,
}

/** Whether a figure counts a participant: cancelled sign-ups in none, and a completed result as attended too. */
export const isCountedIn = (participant: CountedParticipant, figure: Figure): boolean => isCounted[figure](participant)

type MovedParticipant = Pick<Participant, 'resultId' | 'userId' | 'name' | 'signUpDate'>

/** Time of the approved sign-up; those that wait for approval come last. */
const signedUpAt = ({ signUpDate }: MovedParticipant) => signUpDate?.getTime() ?? Number.POSITIVE_INFINITY

/**
 * Divides open sign-ups into those that fit on another occasion and the others. The first to sign up fit, as many as
 * there are `seats`; people who are on the other occasion already do not. The others keep the order of the list.
 */
export function planMove<Row extends MovedParticipant>(
  open: readonly Row[],
  onOther: ReadonlySet<number>,
  seats: number,
): { fitting: Row[]; others: Row[] } {
  const inOrder = open
    .filter(({ userId }) => !onOther.has(userId))
    .toSorted((a, b) => (signedUpAt(a) === signedUpAt(b) ? a.resultId - b.resultId : signedUpAt(a) - signedUpAt(b)))
  const fitting = inOrder.slice(0, Math.max(0, seats))
  return { fitting, others: open.filter((row) => !fitting.includes(row)) }
}

interface Filter {
  text: string
  /** Only the participants of this figure; null: all. */
  only: Figure | null
}

/**
 * Whether a participant matches the filter of the list. The text is searched in name, e-mail address, phone, external
 * id and organisations, in any case, without spaces around it.
 */
export function matchesParticipantFilter(
  participant: CountedParticipant &
    Pick<Participant, 'name' | 'email' | 'phone' | 'externalPersonId' | 'organizationNames'>,
  { text, only }: Filter,
): boolean {
  const { name, email, phone, externalPersonId, organizationNames } = participant
  const searchText = text.trim().toLowerCase()
  if (only !== null && !isCounted[only](participant)) return false
  return [name, email, phone, externalPersonId, ...organizationNames].some((value) =>
    value?.toLowerCase().includes(searchText),
  )
}
