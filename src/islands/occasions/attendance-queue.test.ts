import { expect, test, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { attendanceQueue } from './attendance-queue.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  }
}

const line = () => {
  const sent: unknown[] = []
  let isDown = false
  let refusedId = 0
  return {
    sent,
    cut: () => (isDown = true),
    mend: () => (isDown = false),
    refuse: (id: number) => (refusedId = id),
    send: vi.fn(async (taps: readonly { resultId: number; tap: object }[]) => {
      if (isDown) throw new TypeError('Failed to fetch')
      if (taps.some(({ resultId }) => resultId === refusedId)) throw new ApiError(409, { message: 'Nej.' })
      sent.push(...taps.map(({ resultId, tap }) => [resultId, tap]))
      return []
    }),
  }
}

const queueOn = (storage: ReturnType<typeof memory>, { send }: ReturnType<typeof line>, userId = 1) =>
  attendanceQueue({ occasionId: 5, userId, onSaved: () => undefined, storage, send })

test('a tap is kept while the line is down, over a reload, and is sent once when it is back', async () => {
  const [storage, wire] = [memory(), line()]
  wire.cut()
  const queue = queueOn(storage, wire)
  queue.tap(7, 70, { attended: true })
  await queue.flush()
  expect(queue.$isWaiting.get()).toBe(true)
  expect(queue.$kept.get()).toHaveLength(1)

  wire.mend()
  const again = queueOn(storage, wire)
  await again.flush()
  await again.flush()
  expect(wire.sent).toEqual([[7, { attended: true }]])
  expect(storage.kept.size).toBe(0)
  expect(again.$isWaiting.get()).toBe(false)
})

test('of several taps on one person the last one counts, and is sent with what was tapped before', async () => {
  const [storage, wire] = [memory(), line()]
  wire.cut()
  const queue = queueOn(storage, wire)
  queue.tap(7, 70, { attended: true })
  queue.tap(7, 70, { completed: true })
  queue.tap(7, 70, { completed: false })
  await queue.flush()
  wire.mend()
  await queue.flush()
  expect(wire.sent).toEqual([[7, { attended: true, completed: false }]])
})

test('a refused tap is told on its row and holds up none of the others', async () => {
  const [storage, wire] = [memory(), line()]
  wire.cut()
  const queue = queueOn(storage, wire)
  for (const id of [7, 8, 9]) queue.tap(id, id * 10, { completed: true })
  await queue.flush()
  wire.mend()
  wire.refuse(8)
  await queue.flush()
  expect(wire.sent).toEqual([
    [7, { completed: true }],
    [9, { completed: true }],
  ])
  expect(queue.$refused.get()).toEqual({ 8: 'Nej.' })
  expect(queue.$kept.get()).toEqual([])
})

test('what one person has tapped is not sent by the next at the same device', async () => {
  const [storage, wire] = [memory(), line()]
  wire.cut()
  const queue = queueOn(storage, wire)
  queue.tap(7, 70, { attended: true })
  await queue.flush()
  wire.mend()
  await queueOn(storage, wire, 2).flush()
  expect(wire.sent).toEqual([])
})

test('a look with nothing to send does not keep later taps from being sent', async () => {
  const [storage, wire] = [memory(), line()]
  const queue = queueOn(storage, wire)
  await queue.flush()
  queue.tap(7, 70, { attended: true })
  await queue.flush()
  expect(wire.sent).toHaveLength(1)
})
