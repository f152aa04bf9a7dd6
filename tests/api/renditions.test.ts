import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { category, education } from '../catalogue.ts'
import { chunk, colorPng, concatBytes } from '../pictures.ts'
import { anonymous, database, signedIn } from '../portal.ts'
import { drainJobs, runDailyJob, withoutQueue } from '../queue.ts'
import { inDays } from '../time.ts'

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const stranger = await signedIn({ isExternal: true })
const categoryId = await category('Renditions')

const read = (id: number) => office.json<Education>('GET', `/Educations/${id}`)

async function save(id: number, fields: object, bytes?: Uint8Array<ArrayBuffer>) {
  const { lastChange, title } = await read(id)
  const form = new FormData()
  form.set('education', JSON.stringify({ id, title, educationCategoryIds: [categoryId], lastChange, ...fields }))
  if (bytes) form.set('file', new File([bytes], 'bana.png'))
  const response = await office.fetch('PUT', '/Educations', form)
  expect(response.status, await response.clone().text()).toBe(200)
}

async function fileOf(id: number) {
  const { pictureUrl } = await read(id)
  const [file] = await query
    .select()
    .from(storedFiles)
    .where(eq(storedFiles.ref, pictureUrl?.slice(-32) ?? ''))
  if (!file) throw new Error('there is no picture')
  return file
}

const get = (address: string | number, width?: number) =>
  anonymous('GET', `/files/${address}${width === undefined ? '' : `?width=${width}`}`)
const keysOf = async (key: string) => (await env.FILES.list({ prefix: key })).objects.map((object) => object.key).sort()
const cacheOf = (response: Response) => response.headers.get('cache-control')

let id: number
beforeEach(async () => {
  id = await education({ categoryIds: [categoryId] })
})

test('a picture is rendered once in smaller widths, and its colour is known', async () => {
  await save(id, {}, colorPng(700, 400, [0xc8, 0x32, 0x14]))
  await drainJobs()
  const { key, ref, renditionWidths, color } = await fileOf(id)
  expect(renditionWidths).toEqual([320, 640])
  expect(color).toBe('#c83214')
  expect((await read(id)).pictureColor).toBe('#c83214')
  expect(await keysOf(key)).toEqual([key, `${key}.320.webp`, `${key}.640.webp`])
  const small = await get(ref, 320)
  expect(small.headers.get('content-type')).toBe('image/webp')
  expect(cacheOf(small)).toContain('immutable')
  expect(await env.IMAGES.info((await get(ref, 320)).body ?? new Blob().stream())).toMatchObject({ width: 320 })
  const large = await get(ref, 1280)
  expect(large.headers.get('content-type')).toBe('image/png')
  expect(cacheOf(large)).toContain('immutable')
  expect((await get(ref, 333)).status).toBe(400)
})

test('the original stands in until the renditions are made, and is not cached for long', async () => {
  await withoutQueue(() => save(id, {}, colorPng(700, 400, [1, 2, 3])))
  const { ref } = await fileOf(id)
  const early = await get(ref, 320)
  expect([early.status, early.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(cacheOf(early)).toBe('public, max-age=3600')
  expect((await read(id)).pictureColor).toBeNull()
  await drainJobs()
  expect((await get(ref, 320)).headers.get('content-type')).toBe('image/webp')
})

test('a picture that is replaced or removed takes its renditions along', async () => {
  await save(id, {}, colorPng(700, 400, [1, 2, 3]))
  await drainJobs()
  const { key, ref } = await fileOf(id)
  await save(id, {}, colorPng(400, 300, [4, 5, 6]))
  await drainJobs()
  expect(await keysOf(key)).toEqual([])
  expect((await get(ref, 320)).status).toBe(404)
  const next = await fileOf(id)
  expect(await keysOf(next.key)).toEqual([next.key, `${next.key}.320.webp`])
  await save(id, { removePicture: true })
  expect(await keysOf(next.key)).toEqual([])
})

test('a picture that is removed while it is rendered leaves nothing behind', async () => {
  await withoutQueue(() => save(id, {}, colorPng(700, 400, [1, 2, 3])))
  const { key } = await fileOf(id)
  const { FILES } = env
  const removing: Pick<R2Bucket, 'get' | 'put' | 'delete'> = {
    get: async (key: string) => {
      const object = await FILES.get(key)
      await env.DB.prepare('update educations set picture_file_id = null where id = ?1').bind(id).run()
      return object
    },
    put: FILES.put.bind(FILES),
    delete: FILES.delete.bind(FILES),
  }
  Object.assign(env, { FILES: removing })
  await drainJobs().finally(() => Object.assign(env, { FILES }))
  expect(await keysOf(key)).toEqual([key])
  expect(await query.select().from(storedFiles).where(eq(storedFiles.key, key))).toEqual([])
})

test('a rendition is read by those who may read the original, and by no stranger who counts', async () => {
  await save(id, {}, colorPng(700, 400, [1, 2, 3]))
  await drainJobs()
  await env.DB.prepare('update educations set published_at = null where id = ?1').bind(id).run()
  const file = await fileOf(id)
  const statusesFor = async (address: string | number) => {
    const path = `/files/${address}?width=320`
    const readers = await Promise.all([office.fetch('GET', path), stranger.fetch('GET', path), anonymous('GET', path)])
    return readers.map(({ status }) => status)
  }
  expect(await statusesFor(file.id)).toEqual([200, 404, 404])
  // The reference is random and told to those who may see the education.
  expect(await statusesFor(file.ref)).toEqual([200, 200, 200])
  expect((await stranger.fetch('GET', `/Educations/${id}`)).status).toBe(404)
})

test('a copy that shares the picture keeps its renditions', async () => {
  await save(id, {}, colorPng(700, 400, [1, 2, 3]))
  await drainJobs()
  const file = await fileOf(id)
  const copy = await education({ categoryIds: [categoryId] })
  await query.run(`update educations set picture_file_id = ${file.id} where id = ${copy}`)
  await save(id, { removePicture: true })
  expect((await get(file.ref, 320)).headers.get('content-type')).toBe('image/webp')
})

test('a picture that the service fails on is served as it is, and the daily sweep waits with it', async () => {
  await save(id, {}, concatBytes(colorPng(700, 400, [1, 2, 3]).slice(0, 33), chunk('IDAT', 'junk'), chunk('IEND', '')))
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await query
      .update(jobs)
      .set({ runAt: inDays(-1) })
      .where(eq(jobs.kind, 'files.render'))
    await drainJobs()
  }
  const { ref, renditionWidths } = await fileOf(id)
  expect(renditionWidths).toBeNull()
  expect((await get(ref, 320)).headers.get('content-type')).toBe('image/png')
  await runDailyJob('files.sweep')
  const runs = await query.select({ state: jobs.state }).from(jobs).where(eq(jobs.kind, 'files.render'))
  const others = runs.filter(({ state }) => state !== jobStates.succeeded)
  expect(others.map(({ state }) => state)).toEqual([jobStates.failed])
})

test('the daily sweep renders pictures from before, and keeps renditions that are in use', async () => {
  await withoutQueue(() => save(id, {}, colorPng(700, 400, [1, 2, 3])))
  await query.delete(jobs).where(eq(jobs.kind, 'files.render'))
  await runDailyJob('files.sweep')
  await drainJobs()
  const { key } = await fileOf(id)
  await runDailyJob('files.sweep')
  expect(await keysOf(key)).toEqual([key, `${key}.320.webp`, `${key}.640.webp`])
})
