import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../client/api-error.ts'
import { emptyCheckpoint } from '../client/upload-in-parts.ts'
import { createPackageSender } from './upload-package.ts'

const calls: [string, string | undefined][] = []
let answers: (() => unknown)[] = []

vi.mock('../client/api.ts', async (load) => ({
  ...(await load<object>()),
  api: async (name: string, _input: object, { idempotencyKey }: { idempotencyKey?: string } = {}) => {
    calls.push([name, idempotencyKey])
    return name === 'POST /Packages/uploads'
      ? { uploadId: `u${calls.length}`, partSize: 4, parts: 0 }
      : answers.shift()?.()
  },
}))

beforeEach(() => {
  calls.length = 0
})

const file = new File(['1234'], 'kurs.zip')
const sending = () => ({ file, checkpoint: emptyCheckpoint(), onProgress: () => undefined })
const lose = () => {
  throw new TypeError('Failed to fetch')
}

test('an upload whose last answer is lost is completed again under the same key, and uploaded once', async () => {
  const send = createPackageSender(7)
  const lost = sending()
  answers = [lose, () => ({ id: 3 })]
  await expect(send(lost)).rejects.toBeInstanceOf(TypeError)
  expect(await send(lost)).toEqual({ id: 3 })
  const [begun, first, second] = calls
  expect(calls.map(([name]) => name)).toEqual([
    'POST /Packages/uploads',
    'POST /Packages/uploads/:uploadId/complete',
    'POST /Packages/uploads/:uploadId/complete',
  ])
  expect(begun?.[1]).toBeUndefined()
  expect(first?.[1]).toMatch(/\w/)
  expect(second?.[1]).toBe(first?.[1])
})

test('a completion that has succeeded although its answer is gone is no failure', async () => {
  const send = createPackageSender(7)
  answers = [
    () => {
      throw new ApiError(409, { code: 'already_done' }, null)
    },
  ]
  expect(await send(sending())).toBeNull()
})

test('another upload has another key', async () => {
  const send = createPackageSender(7)
  answers = [() => ({ id: 3 }), () => ({ id: 4 })]
  await send(sending())
  await send(sending())
  const keys = calls.flatMap(([name, key]) => (name.endsWith('complete') ? [key] : []))
  expect(new Set(keys).size).toBe(2)
})
