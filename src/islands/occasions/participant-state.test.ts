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

/** Gives each read the people that `list` returns at its request; its answer arrives when the test calls it. */
function delayReads(list: () => Participant[], onWrite: () => void): (() => void)[] {
  const answers: (() => void)[] = []
  vi.stubGlobal(
    'Request',
    class {
      constructor(
        readonly url: string,
        readonly init: RequestInit,
      ) {}
    },
  )
  vi.stubGlobal('fetch', ({ init }: { init: RequestInit }) => {
    if (init.method === 'PUT') onWrite()
    const answer = Response.json(list())
    // The connection may deliver the answers in another order.
    return init.method === 'PUT' ? answer : new Promise((resolve) => answers.push(() => resolve(answer)))
  })
  vi.stubGlobal('localStorage', { getItem: () => 'a-token' })
  vi.stubGlobal('sessionStorage', { setItem: () => undefined })
  return answers
}

test('a reload that began before an attendance was saved does not show the older list', async () => {
  let stored = [participant(1)]
  const answers = delayReads(
    () => stored,
    () => {
      stored = [participant(1, { attended: true })]
    },
  )
  const list = createParticipantState(1, 2, stored)
  const reloading = list.reload()
  list.enqueue(toParticipantRows(stored, []), 'attended', true)
  await vi.waitFor(() => expect(list.$taps.get()).toEqual([]))
  answers[0]?.()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await reloading
  expect(list.$people.get().map(({ attended }) => attended)).toEqual([true])
  vi.unstubAllGlobals()
})

test.each([
  ['in the order of the requests', [0, 1]],
  ['in another order', [1, 0]],
])('two reloads whose answers arrive %s show the later list', async (_, order) => {
  let stored = [participant(1)]
  const answers = delayReads(
    () => stored,
    () => undefined,
  )
  const list = createParticipantState(1, 3, stored)
  const earlier = list.reload()
  stored = [participant(1), participant(2)]
  const later = list.reload()
  for (const at of order) {
    answers[at]?.()
    await [earlier, later][at]
  }
  expect(list.$people.get().map(({ resultId }) => resultId)).toEqual([1, 2])
  expect(answers).toHaveLength(2)
  vi.unstubAllGlobals()
})
