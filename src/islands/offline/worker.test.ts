import { expect, test, vi } from 'vitest'
import { unchecked } from '../../unchecked.ts'

type Listener = (event: { data: object; waitUntil: (work: Promise<unknown>) => void }) => void

test('the cache of a page that is stored on request is opened before its assets are fetched', async () => {
  const listeners = new Map<string, Listener>()
  const addEventListener = (type: string, listener: Listener) => void listeners.set(type, listener)
  vi.stubGlobal('self', { registration: { scope: 'https://portal.test/profile' }, addEventListener })
  const steps: string[] = []
  const cache = {
    keys: async () => [],
    match: async () => undefined,
    add: async () => void steps.push('asset'),
    put: async () => undefined,
    delete: async () => false,
  }
  const open = async (name: string) => {
    steps.push(name)
    return cache
  }
  vi.stubGlobal('caches', unchecked<CacheStorage>({ open }))
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))
  await import('./worker.ts')
  const work: Promise<unknown>[] = []
  const data = { page: 'https://portal.test/profile', assets: ['https://portal.test/_astro/a.js'] }
  listeners.get('message')?.({ data, waitUntil: (one) => void work.push(one) })
  await Promise.all(work)
  // Copies that are deleted while the assets are fetched, as at sign-out, leave this one in a cache nobody can open.
  expect(steps).toEqual(['page-copies', 'page-assets /profile', 'asset'])
})
