import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Media, MediaTag } from '#api/catalogue/media/contract.ts'
import { media, mediaToEducation, mediaToTag } from '#api/catalogue/media/table.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { listAuditEntries } from '../audit.ts'
import { category, education, mediaTag, medium } from '../catalogue.ts'
import { database, type Person, signedIn } from '../portal.ts'

const { query } = database()
const rally = await category('Rally, media')
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const educator = await signedIn({ roles: { Educator: { EducationCategory: [rally] } } })
const other = await signedIn({ roles: { Educator: { EducationCategory: [rally] } } })
const learner = await signedIn()

const own = await education({ categoryIds: [rally] })
const foreign = await education()

interface Answer {
  status: number
  body: Media & { code: string }
}

const answerOf = async (response: Response): Promise<Answer> => ({
  // A response without content has no body that a test reads.
  status: response.status,
  body: response.status === 204 ? (undefined as never) : await response.json(),
})

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const pdf = (name = 'Regler.pdf', text = '%PDF-1.7 regler') => new File([bytesOf(text)], name)

async function save(method: 'POST' | 'PUT', request: object, file?: File, person: Person = educator) {
  const form = new FormData()
  form.set('request', JSON.stringify(request))
  if (file) form.set('file', file)
  return answerOf(await person.fetch(method, '/Media', form))
}

const send = async (method: string, path: string, body?: unknown, person: Person = educator) =>
  answerOf(await person.fetch(method, path, body))

const fileOf = async (id: number) => {
  const [row] = await query
    .select({ file: storedFiles })
    .from(media)
    .innerJoin(storedFiles, eq(storedFiles.id, media.fileId))
    .where(eq(media.id, id))
  return row?.file
}

let tagId: number
let book: Media
beforeEach(async () => {
  tagId = await mediaTag(`Tagg ${crypto.randomUUID()}`)
  const { status, body } = await save('POST', { title: 'Regelbok', educationIds: [own], tagIds: [tagId] }, pdf())
  expect(status).toBe(200)
  book = body
})

test('a file is stored under its detected type, and served safely', async () => {
  expect(book).toMatchObject({
    kind: 0,
    fileName: 'Regler.pdf',
    contentType: 'application/pdf',
    size: 15,
    educationIds: [own],
    tagIds: [tagId],
    inLibrary: true,
    uploadedByUserId: educator.id,
  })
  const served = await learner.fetch('GET', `${book.url.replace('/api', '')}&download=1`)
  expect(served.status).toBe(200)
  expect(served.headers.get('content-disposition')).toMatch(/^attachment; filename="Regler.pdf"/)
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await served.text()).toBe('%PDF-1.7 regler')
  const [entry] = await listAuditEntries('media')
  expect(entry).toMatchObject({ action: 'media.created', userId: educator.id, targetId: String(book.id) })
})

test.each([
  ['a page in the clothes of a document', new File(['<html><script>1</script>'], 'Regler.pdf')],
  ['a picture that can run', new File(['<svg onload="x()"/>'], 'bild.svg')],
  ['nothing at all', new File([''], 'tom.pdf')],
])('%s is refused and not stored', async (_, file) => {
  const before = (await env.FILES.list({ prefix: 'media/' })).objects.length
  expect((await save('POST', { title: 'Fel' }, file)).status).toBe(415)
  expect((await env.FILES.list({ prefix: 'media/' })).objects.length).toBe(before)
  expect(await query.select().from(media).where(eq(media.title, 'Fel'))).toEqual([])
})

test('a missing or unknown field is reported', async () => {
  expect((await save('POST', { title: 'Utan fil' })).body.code).toBe('media_file_missing')
  expect((await save('POST', { title: ' ' }, pdf())).body.code).toBe('invalid_input')
  expect((await save('POST', { title: 'x', tagIds: [999_999] }, pdf())).status).toBe(404)
  expect((await save('POST', { title: 'x', educationIds: [999_999] }, pdf())).status).toBe(404)
})

test('only managers of the education add media to it', async () => {
  expect((await save('POST', { title: 'x', educationIds: [foreign] }, pdf())).status).toBe(403)
  expect((await save('POST', { title: 'x' }, pdf(), learner)).status).toBe(403)
  const links = [{ title: 'Länk', url: 'https://example.se/', educationId: foreign }]
  expect((await send('POST', '/Media/links', links)).status).toBe(403)
  expect((await send('POST', `/Media/education/${foreign}`, [book.id])).status).toBe(403)
  expect((await send('POST', '/Media/education/999999', [book.id])).status).toBe(404)
  expect((await send('POST', `/Media/education/${own}`, [book.id], learner)).status).toBe(403)
  expect((await send('DELETE', `/Media/${book.id}/education/${foreign}`)).status).toBe(403)
})

test('a large file is sent in parts and named', async () => {
  // Larger than the limit of a call that is not a multipart upload.
  const text = `%PDF-1.7 ${'stor '.repeat(400_000)}`
  const begun = await send('POST', '/Packages/uploads', { fileName: 'Stor.pdf', size: text.length })
  // `send` types every body as a medium.
  const { uploadId } = begun.body as unknown as { uploadId: string }
  expect((await save('POST', { title: 'x', uploadId })).body.code).toBe('package_parts_missing')
  expect((await educator.raw('PUT', `/Packages/uploads/${uploadId}/parts/1`, bytesOf(text))).status).toBe(200)
  expect((await save('POST', { title: 'x', uploadId }, undefined, other)).status).toBe(404)
  const { body } = await save('POST', { title: 'Stor', uploadId })
  expect(body).toMatchObject({ fileName: 'Stor.pdf', size: text.length, contentType: 'application/pdf' })
  expect((await save('POST', { title: 'igen', uploadId })).status).toBe(404)
})

test('links are https, created several at once, and returned in order', async () => {
  const links = [
    { title: 'Öppet', url: 'https://example.se/b', tagIds: [tagId] },
    { title: 'Anslutet', url: 'https://example.se/a', educationId: own, inLibrary: false },
  ]
  const { status, body } = await send('POST', '/Media/links', links)
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { title: 'Öppet', kind: 1, tagIds: [tagId], educationIds: [], url: 'https://example.se/b' },
    { title: 'Anslutet', kind: 1, educationIds: [own], inLibrary: false },
  ])
  for (const url of ['http://example.se', 'javascript:alert(1)', 'x'])
    expect((await send('POST', '/Media/links', [{ title: 'x', url }])).status).toBe(400)
})

test('a change replaces file, texts and relations; one with an old version is a version conflict', async () => {
  const before = await fileOf(book.id)
  const request = { id: book.id, title: 'Ny bok', inLibrary: false, educationIds: [], tagIds: [] }
  const changed = await save('PUT', { ...request, lastChange: book.lastChange }, pdf('Ny.pdf', '%PDF-2'))
  expect(changed.body).toMatchObject({ title: 'Ny bok', fileName: 'Ny.pdf', educationIds: [], tagIds: [] })
  expect((await fileOf(book.id))?.visibility).toBe('Owner')
  expect(await env.FILES.head(before?.key ?? '')).toBeNull()
  const late = await save('PUT', { ...request, lastChange: '2020-01-01T00:00:00.000Z' })
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
  const back = await save('PUT', { ...request, inLibrary: true })
  expect(back.status).toBe(200)
  expect((await fileOf(book.id))?.visibility).toBe('SignedIn')
})

test('only the office may change or delete another person’s medium', async () => {
  const request = { id: book.id, title: 'Kapad' }
  expect((await save('PUT', request, undefined, other)).status).toBe(403)
  expect((await send('DELETE', `/Media/${book.id}`, undefined, other)).status).toBe(403)
  expect((await send('DELETE', `/Media/${book.id}/mediatag/${tagId}`, undefined, other)).status).toBe(403)
  const hidden = await medium({ inLibrary: false, uploadedByUserId: educator.id })
  expect((await send('DELETE', `/Media/${hidden}`, undefined, other)).status).toBe(404)
  expect((await save('PUT', { ...request, title: 'Rättad', educationIds: [own] }, undefined, office)).status).toBe(200)
})

test('a medium outside the library is added to another education by its uploader only', async () => {
  const hidden = await medium({
    title: 'Facit',
    inLibrary: false,
    uploadedByUserId: office.id,
    educationIds: [foreign],
  })
  expect((await send('POST', `/Media/education/${own}`, [hidden])).status).toBe(404)
  const named = await educator.json<Record<string, string>>('GET', '/Media/mediakeyvaluepair')
  expect(named[book.id]).toBe('Regelbok')
  expect(named[hidden]).toBeUndefined()
  expect((await learner.fetch('GET', '/Media/mediakeyvaluepair')).status).toBe(403)
})

test('a medium is added once, however often, and removed again', async () => {
  const another = await medium({ title: 'Affisch' })
  for (let time = 0; time < 2; time++)
    expect((await send('POST', `/Media/education/${own}`, [another, another])).status).toBe(200)
  const connected = () => query.select().from(mediaToEducation).where(eq(mediaToEducation.mediaId, another))
  expect(await connected()).toHaveLength(1)
  expect((await send('DELETE', `/Media/${another}/education/${own}`)).status).toBe(204)
  expect(await connected()).toEqual([])
})

test('a deleted medium leaves neither row nor file', async () => {
  const file = await fileOf(book.id)
  expect((await send('DELETE', `/Media/${book.id}`)).status).toBe(204)
  expect(await fileOf(book.id)).toBeUndefined()
  expect(await env.FILES.head(file?.key ?? '')).toBeNull()
  expect(await query.select().from(mediaToTag).where(eq(mediaToTag.mediaId, book.id))).toEqual([])
  expect((await send('DELETE', `/Media/${book.id}`)).status).toBe(404)
})

test('tags are managed by superadministrators, with unique names, also for two concurrent saves', async () => {
  const name = `Säkerhet ${crypto.randomUUID()}`
  expect((await send('POST', '/MediaTag', { name })).status).toBe(403)
  const both = await Promise.all([1, 2].map(() => send('POST', '/MediaTag', { name }, office)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  // `send` types every body as a medium.
  const made = both.find(({ status }) => status === 200)?.body as unknown as MediaTag
  expect((await send('PUT', '/MediaTag', { id: made.id, name: `${name}!`, order: 3 }, office)).body).toEqual({
    id: made.id,
    name: `${name}!`,
    order: 3,
  })
  expect((await send('PUT', '/MediaTag', { id: 999_999, name: 'Ingen' }, office)).status).toBe(404)
  expect((await send('DELETE', `/Media/${book.id}/mediatag/${tagId}`)).status).toBe(204)
  expect((await send('DELETE', `/MediaTag/${tagId}`, undefined, educator)).status).toBe(403)
  expect((await send('DELETE', `/MediaTag/${tagId}`, undefined, office)).status).toBe(204)
})

test('the library is searched by the beginnings of words and by tag, a page at a time', async () => {
  const mark = `Unik${crypto.randomUUID().slice(0, 8)}`
  await medium({ title: `${mark} karta`, tagIds: [tagId] })
  await medium({ title: `${mark} film` })
  await medium({ title: `${mark} facit`, inLibrary: false })
  const found = async (search: string) => {
    const page = await learner.json<{
      items: Media[]
      total: number
    }>('GET', `/Media/page?${search}`)
    return { titles: page.items.map(({ title }) => title), total: page.total }
  }
  expect(await found(`q=${mark}`)).toEqual({ titles: [`${mark} film`, `${mark} karta`], total: 2 })
  expect(await found(`q=${mark}&pageSize=1&page=2`)).toEqual({ titles: [`${mark} karta`], total: 2 })
  expect(await found(`q=${mark}+kar&tagId=${tagId}`)).toEqual({ titles: [`${mark} karta`], total: 1 })
  expect(await found('q=%22%27*')).toEqual({ titles: [], total: 0 })
})
