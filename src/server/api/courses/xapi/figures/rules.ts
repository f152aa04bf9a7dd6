/** What came of an attempt by what the course told; open: nothing yet. */
export const outcomes = ['passed', 'completed', 'failed', 'open'] as const
export type Outcome = (typeof outcomes)[number]

/** In which orders the people of a course are read; `behind` has those first who have come the shortest way. */
export const learnerSorts = ['lastSeen', 'name', 'score', 'progress', 'behind', 'signedUp'] as const
export type LearnerSort = (typeof learnerSorts)[number]

/** How far somebody has come; higher is further. */
export function progressOf(outcome: Outcome | null, isPartCompleted: boolean): number {
  const told = outcome === null ? 0 : outcomes.length - outcomes.indexOf(outcome)
  return isPartCompleted ? Math.max(told, outcomes.length - outcomes.indexOf('completed')) : told
}

/** Where a page goes on: behind whom, and by what they were put in order. */
export interface Place {
  userId: number
  key: string
}

export const placeText = ({ userId, key }: Place): string => `${userId}.${key}`

export function placeIn(text: string): Place | null {
  const [, userId, key] = /^(\d{1,9})\.(.*)$/su.exec(text) ?? []
  return userId === undefined || key === undefined ? null : { userId: Number(userId), key }
}
