import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createMutation,
  type ResultField,
  type ResultMutation,
  type ResultMutations,
  resultQueue,
  toWrittenResult,
} from './result-queue.ts'

const { answered, marked, readyAt, refused, enqueue: withTap, enqueueUndo: withoutTap } = resultQueue
const nextBatch = (taps: ResultMutations, now: number) => {
  const next = resultQueue.nextBatch(taps, now)
  return next && { batch: next.batch, taps: next.items }
}

const tap = (id: string, resultId: number, field: ResultField = 'attended', value = true, now = 0): ResultMutation =>
  createMutation({ occasionId: 1, resultId, userId: resultId + 100, field, value }, id, now)

describe('queued changes', () => {
  test('the last change of a field replaces earlier ones', () => {
    const taps = withTap(withTap([tap('a', 1)], tap('b', 2)), tap('c', 1, 'attended', false))
    expect(taps.map(({ id }) => id)).toEqual(['b', 'c'])
  })

  test('a change in flight remains until its response, and a later one follows it', () => {
    const sent = marked([tap('a', 1)], [tap('a', 1)], 'a')
    const taps = withTap(sent, tap('b', 1, 'attended', false))
    expect(nextBatch(taps, 10)?.taps.map(({ id }) => id)).toEqual(['a'])
    expect(nextBatch(answered(taps, sent), 10)?.taps.map(({ id }) => id)).toEqual(['b'])
  })

  test('a retry without a response has the same people and the same key', () => {
    const first = nextBatch([tap('a', 1), tap('b', 2)], 0)
    const taps = withTap(marked([tap('a', 1), tap('b', 2)], first?.taps ?? [], first?.batch ?? ''), tap('c', 3))
    const again = nextBatch(taps, 0)
    expect(again?.batch).toBe(first?.batch)
    expect(again?.taps.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('one request changes one field of a person', () => {
    const taps = [tap('a', 1, 'attended'), tap('b', 1, 'completed', true, -9000)]
    expect(nextBatch(taps, 0)?.taps.map(({ id }) => id)).toEqual(['a'])
  })

  test('a change that notifies people waits long enough to be undone', () => {
    const taps = [tap('a', 1, 'completed', true, 1000)]
    expect(nextBatch(taps, 1000)).toBeNull()
    expect(readyAt(taps)).toBe(6000)
    expect(nextBatch(taps, 6000)?.taps).toHaveLength(1)
    expect(readyAt([])).toBeNull()
  })
})

describe('undoing', () => {
  const opposite = tap('z', 1, 'attended', false)
  test('removes a change that was not sent', () => expect(withoutTap([tap('a', 1)], tap('a', 1), opposite)).toEqual([]))
  test('reverses a change that may have arrived', () => {
    const sent = marked([tap('a', 1)], [tap('a', 1)], 'a')
    expect(withoutTap(sent, tap('a', 1), opposite).map(({ id }) => id)).toEqual(['a', 'z'])
    expect(withoutTap([], tap('a', 1), opposite)).toEqual([opposite])
  })
})

describe('a refusal', () => {
  const two = marked([tap('a', 1), tap('b', 2)], [tap('a', 1), tap('b', 2)], 'a')
  test('of several people retries each separately, with its own key', () => {
    const split = refused(two, two, 'Nej')
    expect(nextBatch(split, 0)).toMatchObject({ batch: 'a-alone', taps: [{ id: 'a' }] })
  })
  test('of one person remains with its reason and is not retried', () => {
    const taps = refused(two, [two[0] as ResultMutation], 'Nej')
    expect(taps[0]?.refusal).toBe('Nej')
    expect(nextBatch(taps, 0)?.taps.map(({ id }) => id)).toEqual(['b'])
    expect(withTap(taps, tap('c', 1)).map(({ id }) => id)).toEqual(['b', 'c'])
  })
})

test('a change is a state in the call, and an approval a time', () => {
  expect(toWrittenResult(tap('a', 1, 'canceled', false))).toEqual({
    resultId: 1,
    userId: 101,
    occasionId: 1,
    canceled: false,
  })
  expect(toWrittenResult(tap('a', 1, 'approved', true, 5))).toMatchObject({ signUpDate: new Date(5) })
})

test('with any connection, each result ends in its last state, and the queue is empty', () => {
  const lines = fc.array(fc.constantFrom('ok', 'lost', 'unheard'), { maxLength: 40 })
  const made = fc.array(fc.record({ resultId: fc.integer({ min: 1, max: 4 }), value: fc.boolean() }), { maxLength: 20 })
  fc.assert(
    fc.property(made, lines, (taps, line) => {
      const server = new Map<number, boolean>()
      const keys = new Map<string, string>()
      let queue: readonly ResultMutation[] = []
      const sendOnce = (how: string | undefined) => {
        const next = nextBatch(queue, 1e9)
        if (!next) return false
        queue = marked(queue, next.taps, next.batch)
        const body = JSON.stringify(next.taps.map(toWrittenResult))
        if (how !== 'lost') {
          // A key always has the same body, or the server refuses it.
          expect(keys.get(next.batch) ?? body).toBe(body)
          keys.set(next.batch, body)
          for (const one of next.taps) server.set(one.resultId, one.value)
        }
        if (how === 'ok' || how === undefined) queue = answered(queue, next.taps)
        return true
      }
      for (const [at, { resultId, value }] of taps.entries()) {
        queue = withTap(queue, tap(`t${at}`, resultId, 'attended', value))
        sendOnce(line[at] ?? 'lost')
      }
      for (let left = 100; left > 0 && sendOnce('ok'); left--);
      expect(queue).toEqual([])
      for (const { resultId } of taps)
        expect(server.get(resultId)).toBe(taps.findLast((one) => one.resultId === resultId)?.value)
    }),
  )
})
