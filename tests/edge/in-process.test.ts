import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { createInProcessApi } from '#edge/in-process.ts'
import { createContext } from '#edge/request-context.ts'
import { configurePortal } from '../configuration.ts'

test('a page whose query does not fit the contract gets a refusal with the reason of each field', async () => {
  await configurePortal({ features: ['PublicCatalogue'] })
  const ctx = createContext({ request: new Request('http://portal.test/'), env, after: () => undefined })
  const api = createInProcessApi(ctx)
  await expect(api('GET /Catalogue/educations', { query: { page: 0 } })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: { page: expect.any(String) } },
  })
})
