import { expect, test } from 'vitest'
import { loadLogo } from './load-logo.ts'

const address = `/api/files/${'a'.repeat(32)}`

/** Locals of a portal with this logo, whose file store answers with this response. */
const localsOf = (logoUrl: string | null, response: Response | Error, images?: object) =>
  // The loader reads nothing else.
  ({
    configuration: { logoUrl },
    api: async () => {
      if (response instanceof Error) throw response
      return response
    },
    ctx: { env: { IMAGES: images } },
  }) as unknown as App.Locals

const picture = (contentType: string) => new Response('bytes', { headers: { 'content-type': contentType } })

/** Service for pictures that answers any conversion with these bytes. */
const converting = (output: () => Promise<unknown>) => ({ input: () => ({ transform: () => ({ output }) }) })

test('a PNG or JPEG is used as it is', async () => {
  for (const contentType of ['image/png', 'image/jpeg'] as const) {
    const logo = await loadLogo(localsOf(address, picture(contentType)))
    expect(logo).toEqual({ bytes: new TextEncoder().encode('bytes'), contentType })
  }
})

test('a WebP is converted to PNG', async () => {
  const images = converting(async () => ({ response: () => new Response('converted') }))
  const logo = await loadLogo(localsOf(address, picture('image/webp'), images))
  expect(logo).toEqual({ bytes: new TextEncoder().encode('converted'), contentType: 'image/png' })
})

test('the portal’s mark stands for a logo that is not chosen', async () => {
  expect(await loadLogo(localsOf(null, picture('image/png')))).toBe('mark')
})

test.each([
  ['is missing', localsOf(address, new Error('not_found'))],
  ['is at an address outside the portal', localsOf('https://elsewhere.example/logo.png', picture('image/png'))],
  ['cannot be converted without the service', localsOf(address, picture('image/webp'))],
  [
    'cannot be converted',
    localsOf(
      address,
      picture('image/gif'),
      converting(() => Promise.reject(new Error('damaged'))),
    ),
  ],
])('there is no logo when the file %s', async (_reason, locals) => {
  expect(await loadLogo(locals)).toBeNull()
})
