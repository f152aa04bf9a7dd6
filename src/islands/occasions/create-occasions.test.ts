import { afterEach, expect, test, vi } from 'vitest'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { createOccasions, isCreated } from './create-occasions.ts'
import { emptyOccasion, toDraft, toInput } from './occasion-draft.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const input = toInput(toDraft(emptyOccasion(3, false)), emptyOccasion(3, false))
const json = (body: unknown, status = 200) => Response.json(body, { status })

/** Answers the requests in turn, and returns their idempotency keys. */
function answerWith(...answers: Response[]): string[] {
  const keys: string[] = []
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('location', { origin: 'https://portal.test' })
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init?: RequestInit) {
        super(new URL(path, 'https://portal.test'), init)
      }
    },
  )
  vi.stubGlobal('fetch', async ({ headers }: Request) => {
    keys.push(headers.get('idempotency-key') ?? '')
    return answers.shift()
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return keys
}

test.each([
  ['nothing', undefined],
  ['a page of a proxy', new Response('<p>')],
  ['no occasion', []],
  ['an occasion without an id', [{}]],
  ['the occasion 0', [{ id: 0 }]],
])('%s is no created occasion', (_name, answer) => expect(isCreated(answer)).toBe(false))

test.each([
  ['a page of a proxy', () => new Response('<p>', { headers: { 'content-type': 'text/html' } }), 'createdUnread'],
  ['an empty answer', () => new Response(null, { status: 204 }), 'createdUnread'],
  ['the news that it is done', () => json({ code: 'already_done', message: '-' }, 409), 'createdAlready'],
])('after %s the same form is sent with the same key', async (_name, answer, text) => {
  const keys = answerWith(answer(), json({ id: 8 }))
  const create = withIdempotencyKey(createOccasions((key: string) => key))
  await expect(create([input])).rejects.toThrow(text)
  expect((await create([input])).map(({ id }) => id)).toEqual([8])
  expect(new Set(keys).size).toBe(1)
})
