import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import type { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { listUnits } from '#api/catalogue/packages/unit-storage.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { type ForgedEntry, forgeZip, mode } from '#story/forged-zips.ts'
import { createDigitalCourse } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { deliverJob } from '../queue.ts'
import { bodyOf } from '../response-body.ts'

const manifest: ForgedEntry = {
  path: 'tincan.xml',
  content:
    '<tincan><activities><activity id="urn:kurs"><name>Kurs</name><launch>index.html</launch></activity></activities></tincan>',
}
const page: ForgedEntry = { path: 'index.html', content: '<!doctype html><title>Ny</title>' }

const scorm = (launch: string, ...files: string[]): ForgedEntry => ({
  path: 'imsmanifest.xml',
  content: `<manifest identifier="KURS"><metadata><schemaversion>1.2</schemaversion></metadata>
    <organizations><organization><item identifier="I" identifierref="R"><title>Del</title></item></organization></organizations>
    <resources><resource identifier="R" scormtype="sco" href="${launch}"><file href="${launch}"/></resource>
    <resource identifier="D" xml:base="filer/">${files.map((href) => `<file href="${href}"/>`).join('')}</resource></resources></manifest>`,
})

const manyFiles = (count: number): ForgedEntry[] =>
  Array.from({ length: count }, (_, index) => ({ path: `${index}.txt`, content: '' }))

let superadministrator: Person
beforeEach(async () => {
  superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
})

/** Runs a package's job until it leaves nothing for a later run. */
async function unpackCompletely(packageId: number): Promise<typeof contentPackages.$inferSelect> {
  for (let run = 0; run < 60; run++) {
    const waiting = await database().query.select().from(jobs).where(eq(jobs.kind, 'packages.unpack'))
    const job = waiting.find((one) => one.payload['packageId'] === packageId)
    if (!job || job.state > 2) break
    await deliverJob(job.id)
  }
  const [row] = await database().query.select().from(contentPackages).where(eq(contentPackages.id, packageId))
  if (!row) throw new Error('the package is gone')
  return row
}

async function send(bytes: Uint8Array<ArrayBuffer>, educationPartId: number | null, person = superadministrator) {
  const form = new FormData()
  form.set('request', JSON.stringify({ educationPartId }))
  form.set('file', new File([bytes], 'kurs.zip', { type: 'application/zip' }))
  return person.fetch('POST', '/Packages', form)
}

const sent = (bytes: Uint8Array<ArrayBuffer>, educationPartId: number | null) =>
  bodyOf<ContentPackage>(send(bytes, educationPartId))

const keysUnder = async (prefix: string) => (await env.FILES.list({ prefix })).objects.map((object) => object.key)
const packageOfPart = async (id: number) =>
  (await database().query.select().from(educationParts).where(eq(educationParts.id, id)))[0]?.packageId

describe('a valid course', () => {
  test('of cmi5 is stored with its units', async () => {
    const course = await createDigitalCourse()
    const au = (id: string, url: string) =>
      `<au id="urn:${id}" moveOn="Passed" masteryScore="0.8"><title><langstring>${id}</langstring></title><url>${url}</url></au>`
    const cmi5: ForgedEntry = {
      path: 'cmi5.xml',
      content: `<courseStructure><course id="urn:c"><title><langstring>C</langstring></title></course>${au('a', 'index.html')}
        <block id="urn:b"><title><langstring>Block</langstring></title>${au('d', 'index.html?d')}</block></courseStructure>`,
    }
    const { id } = await sent(forgeZip([cmi5, page]), course.educationPartId)
    expect(await unpackCompletely(id)).toMatchObject({
      state: 2,
      format: 'cmi5',
      activityId: 'urn:c',
      entry: 'index.html',
    })
    expect(await listUnits(database(), id)).toMatchObject([
      { position: 1, identifier: 'urn:a', groups: [], moveOn: 'Passed', masteryScore: 0.8, entry: 'index.html' },
      { position: 2, identifier: 'urn:d', groups: [{ identifier: 'urn:b', title: 'Block' }], entry: 'index.html?d' },
    ])
  })

  test('of SCORM whose archive lacks files that it lists is used, and its uploader is shown which', async () => {
    const course = await createDigitalCourse()
    const { id } = await sent(
      forgeZip([scorm('index.html', 'bild.png', 'ljud/%C3%B6.mp3'), page]),
      course.educationPartId,
    )
    await unpackCompletely(id)
    expect(await packageOfPart(course.educationPartId)).toBe(id)
    const response = await superadministrator.fetch('GET', `/EducationParts/${course.educationPartId}/packages`)
    expect(await response.json()).toMatchObject([
      { id, current: true, missingFiles: { count: 2, names: ['filer/bild.png', 'filer/ljud/%C3%B6.mp3'] } },
    ])
  })

  test('is unpacked, and the part uses it when it is complete', async () => {
    const course = await createDigitalCourse()
    const { id, state } = await sent(
      forgeZip([manifest, page, { path: 'bild/å ä.svg', content: '<svg/>' }]),
      course.educationPartId,
    )
    expect(state).toBe('uploaded')
    expect(await packageOfPart(course.educationPartId)).toBe(course.packageId)
    const row = await unpackCompletely(id)
    expect(row).toMatchObject({ state: 2, activityId: 'urn:kurs', title: 'Kurs', entry: 'index.html', filesDone: 3 })
    expect(await packageOfPart(course.educationPartId)).toBe(id)
    expect(await keysUnder(`packages/${row.folder}/`)).toEqual(
      ['bild/å ä.svg', 'index.html', 'tincan.xml'].map((path) => `packages/${row.folder}/${path}`),
    )
    expect(await keysUnder(`package-archives/${row.folder}`)).toEqual([])
  })

  test('of many files is unpacked in several runs, and a delivery twice changes nothing', async () => {
    const files = Array.from({ length: 450 }, (_, index) => ({ path: `bilder/${index}.txt`, content: `fil ${index}` }))
    const { id } = await sent(forgeZip([manifest, page, ...files]), null)
    const [job] = (await database().query.select().from(jobs)).filter((one) => one.payload['packageId'] === id)
    await deliverJob(job?.id ?? '')
    const [half] = await database().query.select().from(contentPackages).where(eq(contentPackages.id, id))
    expect(half).toMatchObject({ state: 1, filesDone: 200, filesTotal: 452 })
    const row = await unpackCompletely(id)
    await deliverJob(job?.id ?? '')
    expect(row).toMatchObject({ state: 2, filesDone: 452 })
    expect(await keysUnder(`packages/${row.folder}/`)).toHaveLength(452)
  })

  test('that was replaced by a newer one does not reclaim the part', async () => {
    const course = await createDigitalCourse()
    const older = await sent(forgeZip([manifest, page]), course.educationPartId)
    const newer = await sent(forgeZip([manifest, page]), course.educationPartId)
    await unpackCompletely(newer.id)
    await unpackCompletely(older.id)
    expect(await packageOfPart(course.educationPartId)).toBe(newer.id)
  })
})

describe('a hostile course', () => {
  test.each<[string, ForgedEntry[]]>([
    ['package_path_traversal', [manifest, page, { path: '../../worker.js', content: 'x' }]],
    ['package_checksum_mismatch', [manifest, page, { path: 'a.txt', content: 'x', crc: 9 }]],
    ['package_launch_missing', [manifest]],
    ['package_launch_missing', [scorm('start.html'), page]],
    ['package_link', [manifest, page, { path: 'a', content: '/etc/passwd', mode: mode.link }]],
    ['package_encrypted', [manifest, page, { path: 'a.txt', content: 'x', flags: 1 }]],
    ['package_entries_overlap', [manifest, page, { path: 'a.txt', content: 'x', sharesBytesWith: 1 }]],
    ['package_size_mismatch', [manifest, page, { path: 'a.txt', content: 'x'.repeat(50), size: 40 }]],
    ['package_name_collision', [manifest, page, { path: 'INDEX.html', content: 'x' }]],
    ['package_ratio_absurd', [manifest, page, { path: 'a.txt', content: 'x', size: 200 * 1024 * 1024 }]],
    ['package_too_many_files', [manifest, page, ...manyFiles(9_999)]],
  ])('%s is refused with its reason and stores nothing', async (refusal, entries) => {
    const course = await createDigitalCourse()
    const { id } = await sent(forgeZip(entries), course.educationPartId)
    const row = await unpackCompletely(id)
    expect(row).toMatchObject({ state: 3, refusal })
    expect(await keysUnder(`packages/${row.folder}/`)).toEqual([])
    expect(await keysUnder(`package-archives/${row.folder}`)).toEqual([])
    expect(await packageOfPart(course.educationPartId)).toBe(course.packageId)
    const refusedPackage = await superadministrator.json<ContentPackage>('GET', `/Packages/${id}`)
    expect(refusedPackage).toMatchObject({ state: 'refused', refusal })
    expect(refusedPackage.message).toMatch(/\S/)
  })

  test('that is not a zip file is refused', async () => {
    const { id } = await sent(new TextEncoder().encode('inte en zip'), null)
    expect(await unpackCompletely(id)).toMatchObject({ state: 3, refusal: 'package_not_a_zip' })
  })
})

describe('a package in parts', () => {
  test('is joined in order, a part may be sent twice, and a missing one is reported', async () => {
    const bytes = forgeZip([
      manifest,
      page,
      { path: 'film.mp4', content: crypto.getRandomValues(new Uint8Array(60_000)), method: 0 },
    ])
    const upload = await superadministrator.json<{ uploadId: string; parts: number }>('POST', '/Packages/uploads', {
      fileName: 'kurs.zip',
      size: bytes.length,
    })
    expect(upload.parts).toBe(1)
    const complete = () =>
      superadministrator.fetch('POST', `/Packages/uploads/${upload.uploadId}/complete`, { educationPartId: null })
    expect((await bodyOf<{ code: string }>(complete())).code).toBe('package_parts_missing')
    const put = (body: Uint8Array<ArrayBuffer>) =>
      superadministrator.raw('PUT', `/Packages/uploads/${upload.uploadId}/parts/1`, body)
    expect((await put(bytes.slice(0, 100))).status).toBe(400)
    expect((await put(bytes)).status).toBe(200)
    expect((await put(bytes)).status).toBe(200)
    const { id } = await bodyOf<ContentPackage>(complete())
    expect(await unpackCompletely(id)).toMatchObject({ state: 2, filesTotal: 3 })
  })

  test('belongs to the person who began it', async () => {
    const upload = await superadministrator.json<{ uploadId: string }>('POST', '/Packages/uploads', {
      fileName: 'kurs.zip',
      size: 10,
    })
    const other = await signedIn({ roles: { Educator: {} } })
    expect((await other.fetch('DELETE', `/Packages/uploads/${upload.uploadId}`)).status).toBe(404)
    expect((await superadministrator.fetch('DELETE', `/Packages/uploads/${upload.uploadId}`)).status).toBe(200)
  })
})

test('a part that does not exist accepts no package, from anybody and by any call', async () => {
  expect((await send(forgeZip([manifest, page]), 987_654)).status).toBe(404)
  const begun = await superadministrator.fetch('POST', '/Packages/uploads', { fileName: 'kurs.zip', size: 10 })
  const { uploadId } = await bodyOf<{ uploadId: string }>(begun)
  const complete = `/Packages/uploads/${uploadId}/complete`
  expect((await superadministrator.fetch('POST', complete, { educationPartId: 987_654 })).status).toBe(404)
  const rows = await database().query.select().from(contentPackages)
  expect(rows.filter((row) => row.educationPartId === 987_654)).toEqual([])
})

test('a part that is not digital accepts no package', async () => {
  const classroom = await createDigitalCourse({ type: 0 })
  const refused = await send(forgeZip([manifest, page]), classroom.educationPartId)
  expect([refused.status, (await bodyOf<{ code: string }>(refused)).code]).toEqual([409, 'part_not_digital'])
})

test('an educator uploads to the own educations only, a learner to none', async () => {
  const course = await createDigitalCourse()
  const educator = await signedIn({ roles: { Educator: { EducationCategory: [987] } } })
  expect((await send(forgeZip([manifest, page]), course.educationPartId, educator)).status).toBe(403)
  expect((await send(forgeZip([manifest, page]), course.educationPartId, await signedIn())).status).toBe(403)
})
