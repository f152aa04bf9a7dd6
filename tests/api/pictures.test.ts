import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { removedFiles, storedFiles } from '#api/foundation/files/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { users } from '#api/people/users/table.ts'
import { category, education } from '../catalogue.ts'
import {
  concatBytes,
  createExif,
  createPng,
  holdsSecret,
  jpegWithMetadata,
  pngWithMetadata,
  segment,
} from '../pictures.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { runDailyJob } from '../queue.ts'
import { inDays } from '../time.ts'

const { query } = database()
const outsider = await signedIn({ isExternal: true })
const office = await signedIn({ roles: { SuperAdministrator: {} } })

const pictureOf = (bytes: Uint8Array<ArrayBuffer>, name = 'bild.jpg') => new File([bytes], name)

async function saveProfile(person: Person, user: object, file?: File) {
  const form = new FormData()
  form.set('user', JSON.stringify(user))
  if (file) form.set('file', file)
  const response = await person.fetch('PUT', '/User', form)
  return { status: response.status, body: await response.json<{ pictureUrl: string; code: string }>() }
}

async function storedPicture(person: Person) {
  const [row] = await query
    .select({ file: storedFiles })
    .from(users)
    .innerJoin(storedFiles, eq(storedFiles.id, users.pictureFileId))
    .where(eq(users.id, person.id))
  if (!row) throw new Error('there is no picture')
  return row.file
}

const inStore = async (key: string) => (await env.FILES.head(key)) !== null
const statusOf = async (person: Person | null, address: string) =>
  (await (person ? person.fetch('GET', address) : anonymous('GET', address))).status

let minor: Person
let guardian: Person
beforeAll(async () => {
  minor = await signedIn({ birthOn: '2012-05-01' })
  guardian = await signedIn({ birthOn: '1980-05-01' })
  const now = new Date()
  const linked = { adultUserId: guardian.id, childUserId: minor.id, createdByUserId: office.id }
  await query.insert(guardianLinks).values({ ...linked, createdAt: now, confirmedAt: now })
})

test('a profile picture is stored without its location, and with its orientation', async () => {
  const { status, body } = await saveProfile(minor, {}, pictureOf(jpegWithMetadata(6)))
  expect(status).toBe(200)
  const served = new Uint8Array(await (await anonymous('GET', body.pictureUrl.replace('/api', ''))).arrayBuffer())
  expect(served.length).toBeGreaterThan(100)
  expect(holdsSecret(served)).toBe(false)
  expect(Buffer.from(served).includes('Exif')).toBe(true)
})

test('a replaced or removed picture is deleted at once: row, object and every address', async () => {
  const { body } = await saveProfile(minor, {}, pictureOf(jpegWithMetadata()))
  const before = await storedPicture(minor)
  await saveProfile(minor, {}, pictureOf(createPng(), 'ny.png'))
  const after = await storedPicture(minor)
  for (const address of [`/files/${before.id}`, `/files/${before.ref}`, body.pictureUrl.replace('/api', '')])
    for (const reader of [minor, guardian, outsider, office, null])
      expect(await statusOf(reader, address), address).toBe(404)
  expect(await inStore(before.key)).toBe(false)
  await saveProfile(minor, { removePicture: true })
  expect(await inStore(after.key)).toBe(false)
  expect(await query.select().from(storedFiles).where(eq(storedFiles.id, after.id))).toEqual([])
  expect(await query.select().from(removedFiles)).toEqual([])
})

test('a numeric id opens a picture only for people who may see its person', async () => {
  await saveProfile(minor, {}, pictureOf(createPng(), 'jag.png'))
  const { id, ref } = await storedPicture(minor)
  for (const address of [`/files/${id}`, `/files/${ref}`]) {
    for (const reader of [minor, guardian, office]) expect(await statusOf(reader, address), address).toBe(200)
    const teacher = await signedIn({ roles: { Educator: {} } })
    for (const reader of [outsider, teacher, await signedIn(), null])
      expect(await statusOf(reader, address), address).toBe(404)
  }
})

test('an external person who tries all ids reads no picture', async () => {
  const rows = await query.select({ id: storedFiles.id }).from(storedFiles)
  expect(rows.length).toBeGreaterThan(0)
  const answers = await Promise.all(rows.map(({ id }) => statusOf(outsider, `/files/${id}`)))
  expect(new Set(answers)).toEqual(new Set([404]))
})

test.each([
  ['an image of 60,000 by 60,000', createPng({ width: 60_000, height: 60_000 }), 413, 'picture_too_many_pixels'],
  ['half a picture', jpegWithMetadata().slice(0, 150), 415, 'picture_damaged'],
  ['an AVIF', concatBytes('\0\0\0\x1cftypavif', createExif(1)), 415, 'unsupported_media_type'],
  ['something else', concatBytes('%PDF-1.7'), 415, 'unsupported_media_type'],
])('%s is refused with its reason, and nothing is stored', async (_name, bytes, status, code) => {
  const before = (await env.FILES.list({ prefix: 'pictures/' })).objects.length
  const refused = await saveProfile(outsider, {}, pictureOf(bytes))
  expect(refused).toMatchObject({ status, body: { code, message: expect.stringMatching(/.{20}/) } })
  expect((await env.FILES.list({ prefix: 'pictures/' })).objects.length).toBe(before)
})

async function saveEducation(person: Person, method: 'POST' | 'PUT', fields: object, file?: File) {
  const form = new FormData()
  form.set('education', JSON.stringify(fields))
  if (file) form.set('file', file)
  return person.fetch(method, '/Educations', form)
}

test('the picture of an education has an unguessable address; a copy shares it until both remove it', async () => {
  const categoryId = await category('Bilder')
  const id = await education({ categoryIds: [categoryId] })
  const read = async () =>
    (await office.fetch('GET', `/Educations/${id}`)).json<{ pictureUrl: string; lastChange: string; title: string }>()
  const given = { id, title: 'Med bild', educationCategoryIds: [categoryId], lastChange: (await read()).lastChange }
  const saved = await saveEducation(office, 'PUT', given, pictureOf(jpegWithMetadata()))
  expect(saved.status, await saved.clone().text()).toBe(200)
  const { pictureUrl } = await read()
  expect(pictureUrl).toMatch(/^\/api\/files\/[\da-f]{32}$/)
  const shown = await anonymous('GET', pictureUrl.replace('/api', ''))
  expect(shown.status).toBe(200)
  expect(holdsSecret(new Uint8Array(await shown.arrayBuffer()))).toBe(false)
  const [file] = await query
    .select()
    .from(storedFiles)
    .where(eq(storedFiles.ref, pictureUrl.slice(-32)))
  if (!file) throw new Error('there is no row')
  expect(await statusOf(null, `/files/${file.id}`)).toBe(404)
  expect(await statusOf(office, `/files/${file.id}`)).toBe(200)

  const copy = await education({ categoryIds: [categoryId] })
  await env.DB.prepare('update educations set picture_file_id = ?1 where id = ?2').bind(file.id, copy).run()
  await saveEducation(office, 'PUT', { ...given, lastChange: (await read()).lastChange, removePicture: true })
  expect(await statusOf(null, pictureUrl.replace('/api', ''))).toBe(200)
  await env.DB.prepare('update educations set picture_file_id = null where picture_file_id = ?1').bind(file.id).run()
  expect(await statusOf(null, pictureUrl.replace('/api', ''))).toBe(404)
})

test('a medium that is a picture loses its metadata too, and is refused when it is damaged', async () => {
  const save = (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('request', JSON.stringify({ title: 'Bana' }))
    form.set('file', pictureOf(bytes, 'bana.png'))
    return office.fetch('POST', '/Media', form)
  }
  const response = await save(pngWithMetadata())
  expect(response.status).toBe(200)
  const { url, size } = await response.json<{ url: string; size: number }>()
  const bytes = new Uint8Array(await (await anonymous('GET', url.replace('/api', ''))).arrayBuffer())
  expect(bytes.length).toBe(size)
  expect(holdsSecret(bytes)).toBe(false)
  const refused = await save(pngWithMetadata().slice(0, 60))
  expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([415, 'picture_damaged'])
})

test('the daily sweep removes leftovers of a crash, and the metadata of older pictures', async () => {
  const old = inDays(-3)
  const row = { name: 'x', size: 1, sha256: '0'.repeat(64), visibility: 'SignedIn', createdAt: old } as const
  await env.FILES.put('pictures/lost', createPng())
  await query.insert(storedFiles).values({ ...row, key: 'pictures/lost', contentType: 'image/png', cleaned: true })
  const bytes = concatBytes('\xff\xd8', segment(0xfe, 'x'), jpegWithMetadata().slice(2))
  const owner = await signedIn()
  await env.FILES.put('pictures/from-before', bytes)
  await query
    .insert(storedFiles)
    .values({ ...row, key: 'pictures/from-before', contentType: 'image/jpeg', purpose: 'PersonPicture' })
  await env.DB.prepare('update users set picture_file_id = (select id from stored_files where key = ?1) where id = ?2')
    .bind('pictures/from-before', owner.id)
    .run()
  await env.DB.prepare("insert into removed_files values ('pictures/released', '2026-01-01T00:00:00.000Z')").run()
  await env.FILES.put('pictures/released', createPng())

  await runDailyJob('files.sweep')
  expect(await inStore('pictures/lost')).toBe(false)
  expect(await inStore('pictures/released')).toBe(false)
  const cleaned = await storedPicture(owner)
  expect(cleaned).toMatchObject({ key: 'pictures/from-before', cleaned: true })
  const now = await (await env.FILES.get('pictures/from-before'))?.bytes()
  expect(now?.length).toBe(cleaned.size)
  expect(holdsSecret(now ?? bytes)).toBe(false)
})
