import { queueOf, type Said } from '../offline/queue.ts'

/** Field of a participant that a press changes. */
export type TapField = 'attended' | 'completed' | 'approved' | 'canceled'

export interface Tap extends Said {
  occasionId: number
  resultId: number
  userId: number
  field: TapField
  value: boolean
}

export type Taps = readonly Tap[]

const delays: Record<TapField, number> = { attended: 0, approved: 5000, completed: 5000, canceled: 5000 }

export const newTap = (about: Omit<Tap, 'id' | 'at' | 'sendFrom'>, id: string, now: number): Tap => ({
  ...about,
  id,
  at: now,
  sendFrom: now + delays[about.field],
})

/** Queue of changes; one request carries changes of any occasion. */
export const tapQueue = queueOf<Tap>({
  isSame: (one, other) => one.resultId === other.resultId && one.field === other.field,
  subjectOf: ({ resultId }) => resultId,
  addressOf: () => 0,
  atMost: 50,
})

/** Converts a change to the input of the call. */
export const writtenOf = ({ resultId, userId, occasionId, field, value, at }: Tap) => ({
  resultId,
  userId,
  occasionId,
  ...(field === 'approved' ? { signUpDate: new Date(at) } : { [field]: value }),
})
