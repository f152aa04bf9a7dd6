import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../client/api-error.ts'
import { createMediumSaver, toDraft } from './medium-draft.ts'

const calls: { name: string; uploadId: unknown; key: string | undefined }[] = []
let answers: (() => unknown)[] = []

vi.mock('../client/api.ts', async (load) => ({
  ...(await load<object>()),
  api: async (name: string, { body }: { body: { uploadId?: unknown } }, options: { idempotencyKey?: string } = {}) => {
    calls.push({ name, uploadId: body.uploadId, key: options.idempotencyKey })
    return name === 'POST /Packages/uploads'
      ? { uploadId: `u${calls.length}`, partSize: 4, parts: 0 }
      : answers.shift()?.()
  },
}))

beforeEach(() => {
  calls.length = 0
})

const refuse = (status: number, code: 'invalid_input' | 'media_quota') => () => {
  throw new ApiError(status, { code }, null)
}
const lose = () => {
  throw new TypeError('Failed to fetch')
}
const save = {
  draft: { ...toDraft(undefined), title: 'Flaggor' },
  medium: undefined,
  educationId: undefined,
  file: new File(['1234'], 'flaggor.pdf'),
  onProgress: () => undefined,
  signal: new AbortController().signal,
}
const uploads = () => calls.filter(({ name }) => name === 'POST /Packages/uploads').length
const writes = () => calls.filter(({ name }) => name.endsWith('/Media'))

test('a medium whose save loses its answer is saved again under the same key, and its file is uploaded once', async () => {
  const saver = createMediumSaver()
  answers = [lose, () => ({ id: 1 })]
  await expect(saver(save)).rejects.toBeInstanceOf(TypeError)
  await saver(save)
  expect(uploads()).toBe(1)
  const [first, second] = writes()
  expect(first?.key).toMatch(/\w/)
  expect(second).toEqual(first)
})

test('a field that is refused keeps the uploaded file; another refusal begins again', async () => {
  const saver = createMediumSaver()
  answers = [refuse(400, 'invalid_input'), refuse(409, 'media_quota'), () => ({ id: 1 })]
  await expect(saver(save)).rejects.toBeInstanceOf(ApiError)
  await expect(saver({ ...save, draft: { ...save.draft, title: 'Flaggor 2' } })).rejects.toBeInstanceOf(ApiError)
  expect(uploads()).toBe(1)
  await saver(save)
  expect(uploads()).toBe(2)
})

test('another file is uploaded', async () => {
  const saver = createMediumSaver()
  answers = [lose, () => ({ id: 1 })]
  await expect(saver(save)).rejects.toBeInstanceOf(TypeError)
  await saver({ ...save, file: new File(['12345'], 'skyltar.pdf') })
  expect(uploads()).toBe(2)
})
