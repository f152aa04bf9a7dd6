import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call, CallName } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { Refused } from '#api/refusals.ts'
import type { ServedCall } from '#api/serve.ts'
import { callPath, getMatchedCall, mountContract } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'

const served = (name: CallName, call: Call = { who: 'anyone' }): ServedCall => ({ name, call, handle: () => null })

function appWith(calls: readonly ServedCall[]) {
  const app = new Hono<EdgeEnv>({ getPath: callPath, router: new TrieRouter() })
  app.onError((error, c) => c.json(error instanceof Refused ? { code: error.code, ...error.details } : String(error)))
  mountContract(app, calls)
  app.all('*', (c) => {
    const { served: call, params } = getMatchedCall(c)
    return c.json({ name: call.name, params })
  })
  return async (method: string, path: string): Promise<unknown> =>
    (await app.request(`http://portal.test/api${path}`, { method })).json()
}

describe('the routes of a contract', () => {
  const ask = appWith([
    served('GET /Things/:name', { who: 'anyone', params: z.object({ name: z.string() }) }),
    served('GET /Things/:id'),
    served('GET /Things/latest'),
    served('PUT /Things/:id'),
    served('GET /Things/:id/parts/:partId'),
    served('GET /Things/parts/:id'),
  ])

  test.each([
    ['/Things/latest', 'GET /Things/latest', {}],
    ['/Things/7', 'GET /Things/:id', { id: '7' }],
    ['/Things/seven', 'GET /Things/:name', { name: 'seven' }],
    ['/Things/parts/3', 'GET /Things/parts/:id', { id: '3' }],
    ['/Things/7/parts/3', 'GET /Things/:id/parts/:partId', { id: '7', partId: '3' }],
    ['/THINGS/7/Parts/3/', 'GET /Things/:id/parts/:partId', { id: '7', partId: '3' }],
    ['/things/%C3%85sa', 'GET /Things/:name', { name: 'Åsa' }],
    ['/things/12345678901', 'GET /Things/:name', { name: '12345678901' }],
  ])('%s is %s', async (path, name, params) => {
    expect(await ask('GET', path)).toEqual({ name, params })
  })

  test('another method is refused with the allowed methods', async () => {
    expect(await ask('DELETE', '/Things/7')).toMatchObject({
      code: 'method_not_allowed',
      details: { allowed: ['GET', 'PUT'] },
    })
  })

  test.each([
    '/Thing',
    '/Things',
    '/Things/7/parts',
    '/Things/7/parts/three',
    '/Things/7/parts/12345678901',
    '/Things/%',
  ])('%s matches no call', async (path) => {
    for (const method of ['GET', 'PATCH']) expect(await ask(method, path)).toMatchObject({ code: 'not_found' })
  })
})

test('every call of the contracts is found by its own path, in any case', async () => {
  const calls = Object.values(contracts).flatMap((contract) =>
    (Object.entries(contract) as [CallName, Call][]).map(([name, call]) => served(name, call)),
  )
  const ask = appWith(calls)
  for (const { name, call } of calls) {
    const [method = '', template = ''] = name.split(' ')
    const texts = call.params?.shape ?? {}
    const path = template.replace(/:(\w+)/g, (_, param: string) => (param in texts ? 'Text' : '7')).toUpperCase()
    expect(await ask(method, path), name).toMatchObject({ name })
  }
})
