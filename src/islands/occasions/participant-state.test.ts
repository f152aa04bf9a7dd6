import { expect, test, vi } from 'vitest'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { toParticipantRows } from './participant-rows.ts'
import { createParticipantState } from './participant-state.ts'

// The state is read from these fields only.
const participant = (resultId: number, fields: Partial<Participant> = {}) =>
  ({
    resultId,
    userId: resultId * 10,
    name: `Person ${resultId}`,
    organizationNames: [],
    completed: false,
    canceled: false,
    attended: null,
    signUpDate: new Date(),
    ...fields,
  }) as unknown as Participant

test('undoing a change of several people leaves out those that it did not change', async () => {
  vi.useFakeTimers()
  // Without a connection the queued changes remain.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')))
  vi.stubGlobal('localStorage', { getItem: () => 'a-token' })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const people = [
    participant(1, { attended: true }),
    participant(2),
    participant(3, { completed: true, attended: true }),
  ]
  const list = createParticipantState(1, 1, people)
  list.enqueue(toParticipantRows(people, []), 'attended', true)
  await vi.advanceTimersByTimeAsync(100)
  expect(list.$last.get().map(({ resultId }) => resultId)).toEqual([2])
  list.undo()
  const shown = toParticipantRows(people, list.$taps.get())
  expect(shown.map(({ attended }) => attended)).toEqual([true, false, true])
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
