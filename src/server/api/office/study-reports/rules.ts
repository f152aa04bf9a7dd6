import type { OccasionSession } from '#api/catalogue/occasions/table.ts'

/** Minutes of an education hour, the unit of the register. */
const unitMinutes = 45

/** Fewest participants of a study circle or course day that the register takes. */
export const minParticipants = 3

/** A participant counts from the year in which they turn this age. */
export const minAge = 13

/** Longest break of an occasion that the organiser may enter. */
export const maxBreakMinutes = 24 * 60

/** Most occasions of one file. */
export const maxOccasionsInFile = 200

export const studyStates = ['ready', 'lacking', 'reported'] as const
export type StudyState = (typeof studyStates)[number]

/** Kinds of lacks of an occasion, in the order of the list. */
export const lackKinds = [
  ...(['attendance', 'participants', 'leader', 'leaderApproval', 'length', 'personalNumbers'] as const),
]
export type LackKind = (typeof lackKinds)[number]

/** A lack of an occasion, with the number that its sentence names. */
export interface Lack {
  kind: LackKind
  /** Participants, minutes or results; 0 for a lack without a number. */
  count: number
  /** Page where it is mended. */
  href: string
}

/** Facts of an occasion that is held and not cancelled. */
export interface StudyFacts {
  occasionId: number
  /** Minutes of all sessions, before the break. */
  minutes: number
  /** Live results without attendance and completion. */
  unsettled: number
  /** Attended people who turn at least 13 in the year of the occasion. */
  participants: number
  /** Number of these without a personal number in the portal; protected identities are not among them. */
  withoutPersonalNumber: number
  /** The people responsible for the occasion. */
  leaders: readonly { id: number; isApproved: boolean }[]
}

/**
 * Returns the whole minutes of the sessions together, or from start to end when the occasion has no sessions. Sessions
 * that overlap count twice, and one that ends before it begins counts 0.
 */
export function sumMinutes(startsAt: Date, endsAt: Date, sessions: readonly OccasionSession[]): number {
  const spans = sessions.length > 0 ? sessions : [{ start: startsAt.toISOString(), end: endsAt.toISOString() }]
  const total = spans.reduce((sum, { start, end }) => sum + Math.max(0, Date.parse(end) - Date.parse(start)), 0)
  return Math.floor(total / 60_000)
}

/**
 * Returns the whole education hours, of 45 minutes, of an occasion, rounded down; 0 when the break is longer than it.
 */
export const countUnits = (minutes: number, breakMinutes: number): number =>
  Math.max(0, Math.floor((minutes - breakMinutes) / unitMinutes))

/** Returns the responsible person who is reported as leader: the first approved one, else the first; null for none. */
export const chooseLeader = <Leader extends StudyFacts['leaders'][number]>({
  leaders,
}: {
  leaders: readonly Leader[]
}): Leader | null => leaders.find(({ isApproved }) => isApproved) ?? leaders[0] ?? null

/** Returns the page of the occasion where a lack is mended: the participant list or the form. */
function lackHref(occasionId: number, kind: LackKind): string {
  const page = `/education/manageOccasion/${occasionId}`
  return kind === 'attendance' || kind === 'participants' || kind === 'personalNumbers' ? page : `${page}?tab=details`
}

/**
 * Lists what a held occasion lacks before it can be reported, in the order of `lackKinds`; empty when it is ready. Each
 * has the page where it is mended and a `count`: of results without attendance, of the participants or minutes that it
 * has, or of people without a personal number; 0 for the leader.
 *
 * It needs complete attendance, three participants, a leader, their approval, an education hour after `breakMinutes`
 * (none if omitted) are taken from its length, and personal numbers.
 */
export function listLacks(facts: StudyFacts, breakMinutes = 0): Lack[] {
  const leader = chooseLeader(facts)
  const lacking: Record<LackKind, number | null> = {
    attendance: facts.unsettled > 0 ? facts.unsettled : null,
    participants: facts.participants < minParticipants ? facts.participants : null,
    leader: leader ? null : 0,
    leaderApproval: leader && !leader.isApproved ? 0 : null,
    length: countUnits(facts.minutes, breakMinutes) < 1 ? Math.max(0, facts.minutes - breakMinutes) : null,
    personalNumbers: facts.withoutPersonalNumber > 0 ? facts.withoutPersonalNumber : null,
  }
  return lackKinds.flatMap((kind) => {
    const count = lacking[kind]
    return count === null ? [] : [{ kind, count, href: lackHref(facts.occasionId, kind) }]
  })
}

/**
 * Returns the state of an occasion: `reported` while a report stands, else `ready` when it lacks nothing, else
 * `lacking`.
 */
export const toState = (isReported: boolean, lacks: readonly Lack[]): StudyState =>
  isReported ? 'reported' : lacks.length === 0 ? 'ready' : 'lacking'

/** Returns the name of the file of reports that were made on a day, `yyyy-MM-dd`: `rf-sisu_<day>.xlsx`. */
export const formatFileName = (day: string): string => `rf-sisu_${day}.xlsx`
