import { expect, test } from 'vitest'
import { loadLogo } from './load-logo.ts'

const address = `/api/files/${'a'.repeat(32)}`

/** Locals of a portal whose file store answers with this response. */
const localsOf = (response: Response | Error, images?: object) =>
  // The loader reads nothing else.
  ({
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
    const logo = await loadLogo(localsOf(picture(contentType)), address)
    expect(logo).toEqual({ bytes: new TextEncoder().encode('bytes'), contentType })
  }
})

test('a WebP is converted to PNG', async () => {
  const images = converting(async () => ({ response: () => new Response('converted') }))
  const logo = await loadLogo(localsOf(picture('image/webp'), images), address)
  expect(logo).toEqual({ bytes: new TextEncoder().encode('converted'), contentType: 'image/png' })
})

test('the portal’s mark stands for a logo that is not chosen', async () => {
  expect(await loadLogo(localsOf(picture('image/png')), null)).toBe('mark')
})

test.each([
  ['is missing', localsOf(new Error('not_found')), address],
  ['is at an address outside the portal', localsOf(picture('image/png')), 'https://elsewhere.example/logo.png'],
  ['cannot be converted without the service', localsOf(picture('image/webp')), address],
  [
    'cannot be converted',
    localsOf(
      picture('image/gif'),
      converting(() => Promise.reject(new Error('damaged'))),
    ),
    address,
  ],
])('there is no logo when the file %s', async (_reason, locals, logoUrl) => {
  expect(await loadLogo(locals, logoUrl)).toBeNull()
})
