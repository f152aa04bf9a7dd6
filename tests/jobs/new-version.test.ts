import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import type { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { launches } from '#api/courses/xapi/table.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { type ForgedEntry, forgeZip } from '#story/forged-zips.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { deliverJob, runDailyJob, withoutQueue } from '../queue.ts'
import { bodyOf } from '../response-body.ts'
import { inDays } from '../time.ts'
import { type CourseLaunch, launchCourse, verb } from '../xapi/course-launch.ts'

const { query } = database()

const versionOf = (text: string): ForgedEntry[] => [
  {
    path: 'tincan.xml',
    content:
      '<tincan><activities><activity id="urn:kurs"><name>Kurs</name><launch>index.html</launch></activity></activities></tincan>',
  },
  { path: 'index.html', content: `<!doctype html><title>${text}</title><script src="slides.js"></script>` },
  { path: 'slides.js', content: `slides('${text}')` },
]

const inUnits: ForgedEntry[] = [
  {
    path: 'cmi5.xml',
    content:
      '<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"><course id="urn:c"><title><langstring>Kurs</langstring></title><description><langstring>Kurs</langstring></description></course><au id="urn:one" moveOn="Passed"><title><langstring>Ett</langstring></title><description><langstring>Ett</langstring></description><url>index.html</url></au></courseStructure>',
  },
  { path: 'index.html', content: '<!doctype html><title>cmi5</title>' },
]

let office: Person
let learner: Person
let educationPartId: number
let resultId: number

async function upload(entries: ForgedEntry[]): Promise<number> {
  const form = new FormData()
  form.set('request', JSON.stringify({ educationPartId }))
  form.set('file', new File([await forgeZip(entries)], 'kurs.zip', { type: 'application/zip' }))
  const response = await office.fetch('POST', '/Packages', form)
  expect(response.status).toBe(200)
  return (await bodyOf<ContentPackage>(response)).id
}

async function unpack(packageId: number): Promise<void> {
  const waiting = await query.select().from(jobs).where(eq(jobs.kind, 'packages.unpack'))
  for (const job of waiting) if (job.payload['packageId'] === packageId && job.state <= 2) await deliverJob(job.id)
}

const stands = async (entries: ForgedEntry[]): Promise<number> => {
  const id = await upload(entries)
  await unpack(id)
  const [row] = await query.select().from(contentPackages).where(eq(contentPackages.id, id))
  expect(row?.state).toBe(2)
  return id
}

const fileOf = async ({ launch }: CourseLaunch, path: string) => {
  const response = await exports.default.fetch(new URL(path, launch.courseUri).href)
  return response.ok ? response.text() : response.status
}
const placeOf = ({ launch }: CourseLaunch) =>
  `activities/state?${new URLSearchParams({
    activityId: launch.activityId,
    stateId: 'resume',
    registration: launch.registration,
    agent: JSON.stringify(launch.agent),
  })}`
const isCompleted = async () =>
  (await query.select().from(educationPartResults).where(eq(educationPartResults.id, resultId)))[0]?.completed

beforeEach(async () => {
  office = await signedIn({ roles: { SuperAdministrator: {} } })
  learner = await signedIn()
  ;({ educationPartId } = await createDigitalCourse())
  resultId = await insertOpenResult(learner.id, educationPartId)
})

test('a learner in the middle of the old version continues on its files, and opens the new one at the same place', async () => {
  await stands(versionOf('ett'))
  const before = await launchCourse(learner, educationPartId)
  await before.post({ verb: verb('initialized') })
  await before.send('PUT', placeOf(before), { slide: 7 })
  await withoutQueue(async () => {
    const second = await upload(versionOf('två'))
    // Learners get the old version until the new one is unpacked.
    const meanwhile = await launchCourse(await signedIn(), educationPartId)
    expect(await fileOf(meanwhile, 'slides.js')).toBe(`slides('ett')`)
    await unpack(second)
  })
  expect(await fileOf(before, 'slides.js')).toBe(`slides('ett')`)
  expect((await before.send('PUT', placeOf(before), { slide: 8 })).status).toBe(204)
  expect((await before.post({ verb: verb('experienced') })).status).toBe(200)

  const after = await launchCourse(learner, educationPartId)
  expect(await fileOf(after, 'slides.js')).toBe(`slides('två')`)
  expect(after.launch.registration).toBe(before.launch.registration)
  expect(await (await after.send('GET', placeOf(after))).json()).toEqual({ slide: 8 })
  // Statements from the old window still count.
  await before.post({ verb: verb('completed') })
  expect(await isCompleted()).toBe(true)
})

test('the old version is deleted only when nobody uses it or used it recently', async () => {
  const first = await stands(versionOf('ett'))
  const inside = await launchCourse(learner, educationPartId)
  const second = await stands(versionOf('två'))
  await query
    .update(contentPackages)
    .set({ changedAt: inDays(-80) })
    .where(eq(contentPackages.id, first))
  await query
    .update(contentPackages)
    .set({ changedAt: inDays(-40) })
    .where(eq(contentPackages.id, second))
  await runDailyJob('packages.sweep')
  expect(await fileOf(inside, 'slides.js')).toBe(`slides('ett')`)
  await query
    .update(launches)
    .set({ expiresAt: inDays(-0.1) })
    .where(eq(launches.packageId, first))
  await runDailyJob('packages.sweep')
  expect(await fileOf(inside, 'slides.js')).toBe(404)
  expect(await fileOf(await launchCourse(learner, educationPartId), 'slides.js')).toBe(`slides('två')`)
})

test('of two concurrent versions the one that was uploaded last is used, in any order of unpacking', async () => {
  let ids: number[] = []
  await withoutQueue(async () => {
    ids = await Promise.all([upload(versionOf('ett')), upload(versionOf('två'))])
    for (const id of ids.toSorted((a, b) => b - a)) await unpack(id)
  })
  const [part] = await query.select().from(educationParts).where(eq(educationParts.id, educationPartId))
  expect(part?.packageId).toBe(Math.max(...ids))
  const rows = await query.select().from(contentPackages).where(eq(contentPackages.educationPartId, educationPartId))
  expect(rows.map(({ state }) => state)).toEqual([2, 2])
})

test('a learner in the course while its format changes still completes the part', async () => {
  await stands(versionOf('ett'))
  const before = await launchCourse(learner, educationPartId)
  await stands(inUnits)
  expect(await fileOf(before, 'slides.js')).toBe(`slides('ett')`)
  expect((await before.post({ verb: verb('passed'), result: { success: true } })).status).toBe(200)
  expect(await isCompleted()).toBe(true)
  const opened = await learner.fetch('GET', `/Articulate/part/${educationPartId}`)
  expect(await opened.json()).toMatchObject({ format: 'cmi5', units: [{ title: 'Ett', state: 'notStarted' }] })
  expect((await env.FILES.list({ prefix: 'package-archives/' })).objects).toEqual([])
})
