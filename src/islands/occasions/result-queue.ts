import { createQueue, type QueuedMutation } from '../offline/queue.ts'

/** Field of a participant that a press changes. */
export type ResultField = 'attended' | 'completed' | 'approved' | 'canceled'

export interface ResultMutation extends QueuedMutation {
  /** Null for a part without occasions. */
  occasionId: number | null
  resultId: number
  userId: number
  field: ResultField
  value: boolean
}

export type ResultMutations = readonly ResultMutation[]

const delays: Record<ResultField, number> = { attended: 0, approved: 5000, completed: 5000, canceled: 5000 }

/**
 * Creates a queued mutation: attendance may be sent at once, every other field after five seconds, so that it can be
 * undone. `now` is epoch milliseconds.
 */
export const createMutation = (
  about: Omit<ResultMutation, 'id' | 'at' | 'sendFrom'>,
  id: string,
  now: number,
): ResultMutation => ({
  ...about,
  id,
  at: now,
  sendFrom: now + delays[about.field],
})

/** Queue of changes; one request carries at most 50 changes of any occasion, one for each result. */
export const resultQueue = createQueue<ResultMutation>({
  isSame: (one, other) => one.resultId === other.resultId && one.field === other.field,
  getSubject: ({ resultId }) => resultId,
  getAddress: () => 0,
  maxItems: 50,
})

/**
 * Converts a change to the input of the call, with the changed field alone; an approval sends its own time as the date
 * of sign-up.
 */
export const toWrittenResult = ({ resultId, userId, occasionId, field, value, at }: ResultMutation) => ({
  resultId,
  userId,
  occasionId,
  ...(field === 'approved' ? { signUpDate: new Date(at) } : { [field]: value }),
})
