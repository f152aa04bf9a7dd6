import type { SeriesOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { changedFields } from '../editing/merge.ts'
import { hasDate, type OccasionDraft, toSpan } from './occasion-draft.ts'
import type { Session } from './occasion-times.ts'

/** Answers to what a save asks: the occasions that change with this one, and whether participants are notified. */
export interface SaveAnswers {
  others: readonly SeriesOccasion[]
  tellsParticipants: boolean
}

export const noAnswers: SaveAnswers = { others: [], tellsParticipants: false }

type SeriesScope = 'this' | 'following' | 'all'

const ofThisOnly: readonly string[] = ['educationPartId', 'educationId', 'tagId'] satisfies (keyof OccasionDraft)[]
const timeAndPlace: readonly string[] = [
  'startDate',
  'endDate',
  'sessions',
  'city',
  'venue',
  'address',
] satisfies (keyof OccasionDraft)[]

/** Lists the changed fields of a draft. */
const changesOf = (before: OccasionDraft, draft: OccasionDraft) => changedFields({ ...before }, { ...draft })

/**
 * Whether a draft changes anything that can be changed on other occasions of the series too: all but its part,
 * education and tag.
 */
export const isForSeries = (before: OccasionDraft, draft: OccasionDraft): boolean =>
  changesOf(before, draft).some((field) => !ofThisOnly.includes(field))

/** Whether participants should hear of a change: time, place or another meeting link, but not a removed one. */
export const concernsParticipants = (before: OccasionDraft, draft: OccasionDraft): boolean =>
  changesOf(before, draft).some(
    (field) =>
      timeAndPlace.includes(field) ||
      (field === 'onlineUrl' && draft.onlineUrl.trim() !== '') ||
      (field === 'meetingProvider' && draft.meetingProvider !== null),
  )

const isStretch = ({ start, end }: Session) => start !== null && end !== null && start < end

/**
 * Whether the server refuses the draft for its times or its city. Nothing is asked about such a draft, so that its
 * fields are marked first.
 */
export const isRefused = (draft: OccasionDraft): boolean =>
  draft.city.trim() === '' || !isStretch(toSpan(draft)) || !draft.sessions.filter(hasDate).every(isStretch)

/**
 * Returns the other occasions that change with the edited one, which begins at `start`, in their order: none, the later
 * ones, or all.
 */
export const othersIn = (scope: SeriesScope, series: readonly SeriesOccasion[], start: Date): SeriesOccasion[] =>
  scope === 'this' ? [] : series.filter(({ startDate }) => scope === 'all' || startDate > start)

/**
 * Lists the choices of a series, in this order: this one, the following ones and all. The following ones are a choice
 * of their own only when there are both earlier and later ones. `series` has the other occasions.
 */
export function listScopes(series: readonly SeriesOccasion[], start: Date): SeriesScope[] {
  const following = othersIn('following', series, start).length
  return following > 0 && following < series.length ? ['this', 'following', 'all'] : ['this', 'all']
}

/** The questions of one save, with the numbers of participants at that moment. */
export interface Questions {
  /** The other occasions that can change too; empty when the change is of this occasion alone. */
  series: readonly SeriesOccasion[]
  start: Date
  bookedCount: number
  /** Whether participants should hear of the change. */
  concernsParticipants: boolean
}

/** Whether a save has something to ask: a series that can change too, or participants who should hear of it. */
export const hasQuestions = ({ series, bookedCount, concernsParticipants }: Questions): boolean =>
  series.length > 0 || (concernsParticipants && bookedCount > 0)

/**
 * Returns the questions with the present numbers of participants; an occasion that is not in `present` keeps its
 * number. The occasions of the series keep the versions that the form was loaded with, so that a change of somebody
 * else is not overwritten unseen.
 */
export const withCounts = (
  questions: Questions,
  bookedCount: number,
  present: readonly Pick<SeriesOccasion, 'id' | 'bookedCount'>[],
): Questions => ({
  ...questions,
  bookedCount,
  series: questions.series.map((one) => ({
    ...one,
    bookedCount: present.find(({ id }) => id === one.id)?.bookedCount ?? one.bookedCount,
  })),
})
