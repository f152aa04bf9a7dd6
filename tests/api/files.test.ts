import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { storedFiles } from '#api/foundation/files/table.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'

const film = Uint8Array.from({ length: 1000 }, (_, at) => at % 251)

let reader: Person
let path: string

async function stored(overrides: Partial<typeof storedFiles.$inferInsert> = {}): Promise<number> {
  const key = `media/${crypto.randomUUID()}`
  await env.FILES.put(key, film)
  const [row] = await database()
    .query.insert(storedFiles)
    .values({
      name: 'Start och mål.mp4',
      contentType: 'video/mp4',
      size: film.length,
      sha256: '0'.repeat(64),
      key,
      visibility: 'SignedIn',
      createdAt: new Date(),
      ...overrides,
    })
    .returning({ id: storedFiles.id })
  return row?.id ?? 0
}

beforeAll(async () => {
  reader = await signedIn()
  path = `/files/${await stored()}`
})

const get = (headers: Record<string, string> = {}) => reader.fetch('GET', path, undefined, headers)
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

test.each([
  ['bytes=0-99', 0, 100],
  ['bytes=900-', 900, 1000],
  ['bytes=-1', 999, 1000],
  ['bytes=990-5000', 990, 1000],
])('a player that requests %s of a film gets that range', async (range, first, end) => {
  const response = await get({ range })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(`bytes ${first}-${end - 1}/1000`)
  expect(response.headers.get('content-length')).toBe(String(end - first))
  expect(response.headers.get('content-type')).toBe('video/mp4')
  expect(await bytesOf(response)).toEqual(film.slice(first, end))
})

test('the whole response declares that ranges are accepted, and its version', async () => {
  const response = await get()
  expect(response.status).toBe(200)
  expect(response.headers.get('accept-ranges')).toBe('bytes')
  expect(response.headers.get('content-range')).toBeNull()
  expect(response.headers.get('etag')).toMatch(/^"/)
  expect(await bytesOf(response)).toEqual(film)
})

test('a range beyond the end returns the length of the film', async () => {
  const response = await get({ range: 'bytes=1000-' })
  expect(response.status).toBe(416)
  expect(response.headers.get('content-range')).toBe('bytes */1000')
  expect((await get({ range: 'bytes=-0' })).status).toBe(416)
})

test('a range applies to the player’s version only; another version gets the whole file', async () => {
  const { headers } = await get()
  const version = { etag: headers.get('etag') ?? '', date: headers.get('last-modified') ?? '' }
  for (const validator of [version.etag, version.date])
    expect((await get({ range: 'bytes=0-9', 'if-range': validator })).status, validator).toBe(206)
  for (const validator of ['"another"', `W/${version.etag}`, 'Thu, 01 Jan 2026 00:00:00 GMT', 'junk']) {
    const response = await get({ range: 'bytes=0-9', 'if-range': validator })
    expect(response.status, validator).toBe(200)
    expect(await bytesOf(response)).toEqual(film)
  }
})

test('a cached copy is revalidated, whole or in part; a condition on another version fails', async () => {
  const etag = (await get()).headers.get('etag') ?? ''
  expect((await get({ 'if-none-match': etag })).status).toBe(304)
  expect((await get({ 'if-none-match': etag, range: 'bytes=0-9' })).status).toBe(304)
  expect((await get({ 'if-match': '"another"', range: 'bytes=0-9' })).status).toBe(412)
})

test('a HEAD request returns the length and no content, for any range', async () => {
  const response = await reader.fetch('HEAD', path, undefined, { range: 'bytes=0-9' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe('1000')
  expect((await bytesOf(response)).length).toBe(0)
})

test('a range request requires access to the file', async () => {
  expect((await anonymous('GET', path, undefined, { range: 'bytes=0-9' })).status).toBe(404)
  const own = `/files/${await stored({ visibility: 'Owner', ownerUserId: reader.id })}`
  const other = await signedIn()
  expect((await other.fetch('GET', own, undefined, { range: 'bytes=0-9' })).status).toBe(404)
  expect((await reader.fetch('GET', own, undefined, { range: 'bytes=0-9' })).status).toBe(206)
})

test('a file whose content is missing is not found', async () => {
  const id = await stored({ key: 'media/gone' })
  expect((await reader.fetch('GET', `/files/${id}`, undefined, { range: 'bytes=0-9' })).status).toBe(404)
})
