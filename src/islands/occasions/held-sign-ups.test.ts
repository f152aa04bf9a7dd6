import { expect, test } from 'vitest'
import { createDecisions, type HeldSignUp, listUndoable } from './held-sign-ups.ts'
import { resultQueue, toWrittenResult } from './result-queue.ts'

const signUp = (resultId: number, occasionId: number | null = 1): HeldSignUp => ({
  resultId,
  userId: resultId + 100,
  userName: 'Anna',
  occasionId,
})

const ids = (names: string[]) => () => names.shift() ?? ''

test('holds approvals of several occasions for eight seconds, and sends them in one request', () => {
  const made = createDecisions([signUp(1), signUp(2, 7), signUp(3, null)], true, 1000, ids(['a', 'b', 'c']))
  expect(resultQueue.nextBatch(made, 8999)).toBeNull()
  const next = resultQueue.nextBatch(made, 9000)
  expect(next?.items.map(toWrittenResult)).toEqual([
    { resultId: 1, userId: 101, occasionId: 1, signUpDate: new Date(1000) },
    { resultId: 2, userId: 102, occasionId: 7, signUpDate: new Date(1000) },
    { resultId: 3, userId: 103, occasionId: null, signUpDate: new Date(1000) },
  ])
})

test('a refusal cancels the sign-up', () => {
  const [made] = createDecisions([signUp(1)], false, 0, ids(['a']))
  expect(made && toWrittenResult(made)).toEqual({ resultId: 1, userId: 101, occasionId: 1, canceled: true })
})

test('what is sent or refused is not taken back', () => {
  const made = createDecisions([signUp(1), signUp(2), signUp(3)], true, 0, ids(['a', 'b', 'c']))
  const queued = made.map((one) =>
    one.id === 'a' ? { ...one, batch: 'a' } : one.id === 'b' ? { ...one, refusal: 'Fullt.' } : one,
  )
  expect(listUndoable(made, queued).map(({ id }) => id)).toEqual(['c'])
  expect(listUndoable([], queued)).toEqual([])
})
