import { beforeEach, expect, test, vi } from 'vitest'
import { deletePageCopies, pageCopiesCache } from '../client/page-copies.ts'
import { readCopy, storeAnswer } from './copy-store.ts'
import { untilHeader } from './page-copy.ts'

/** A cache storage whose deleted caches stay usable for those who hold them, as in browsers. */
function createCaches() {
  const named = new Map<string, ReturnType<typeof createCache>>()
  const createCache = () => {
    const entries = new Map<string, Response>()
    return {
      keys: async () => [...entries.keys()],
      match: async (key: string) => entries.get(key)?.clone(),
      put: async (key: string, answer: Response) => void entries.set(key, answer),
      delete: async (key: string) => entries.delete(key),
    }
  }
  const open = async (name: string) => {
    const cache = named.get(name) ?? createCache()
    named.set(name, cache)
    return cache
  }
  return { open, delete: async (name: string) => named.delete(name) }
}

const address = 'https://portal.test/profile'
const createPage = () =>
  new Response('<html>Anna</html>', { headers: { [untilHeader]: new Date(Date.now() + 60_000).toISOString() } })

beforeEach(() => vi.stubGlobal('caches', createCaches()))

test('an answer is stored and read back as a copy', async () => {
  await (await storeAnswer(address, async () => createPage())).stored
  expect(await (await readCopy(address))?.text()).toContain('data-copy-at')
})

test('an answer that arrives after the copies were deleted is not stored', async () => {
  const answer = Promise.withResolvers<Response>()
  const { stored } = await storeAnswer(address, () => answer.promise)
  await deletePageCopies()
  answer.resolve(createPage())
  await stored
  expect(await readCopy(address)).toBeNull()
  expect(await (await caches.open(pageCopiesCache)).keys()).toEqual([])
})

test('a page is answered where the browser refuses storage', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no storage')) })
  const { answer, stored } = await storeAnswer(address, async () => createPage())
  expect((await answer).status).toBe(200)
  await stored
})
