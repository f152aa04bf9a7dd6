import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fetchConfigured, RedirectRefused } from './outbound.ts'

test.each([301, 302, 303, 307, 308])('a redirect (%i) is an error and is not followed', async (status) => {
  const requestInits: RequestInit[] = []
  const send = async (_request: unknown, init: RequestInit) => {
    requestInits.push(init)
    return new Response(null, { status, headers: { location: 'https://elsewhere.example/' } })
  }
  await expect(fetchConfigured('https://here.example/a', { redirect: 'follow' }, send)).rejects.toThrow(RedirectRefused)
  expect(requestInits).toEqual([{ redirect: 'manual' }])
})

test('no other file of the server makes outbound requests', () => {
  const asking = globSync('src/server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /(?<![\w.])fetch\(|createFetchHttpClient\(\)/.test(readFileSync(file, 'utf8')))
    // A Durable Object answers requests by a method of that name.
    .filter((file) => !file.endsWith('open-players.ts'))
  expect(asking).toEqual([])
})
