import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { contentPackages, type PackageState } from '#api/catalogue/packages/table.ts'
import { launches } from '#api/courses/xapi/table.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { createDigitalCourse } from '../course.ts'
import { insertParentRows } from '../parent-rows.ts'
import { database } from '../portal.ts'
import { runDailyJob } from '../queue.ts'
import { inDays } from '../time.ts'

const { query } = database()
await insertParentRows({ users: 1 })

interface StoredPackage {
  state: PackageState
  changedAt: Date
  educationPartId?: number
}

/** Creates a package with a file and a zip in the store, independent of the state in its row. */
async function storePackage({ state, changedAt, educationPartId }: StoredPackage) {
  const folder = crypto.randomUUID().replaceAll('-', '')
  await env.FILES.put(`packages/${folder}/index.html`, 'x')
  await env.FILES.put(`package-archives/${folder}.zip`, 'x')
  const [row] = await query
    .insert(contentPackages)
    .values({
      folder,
      state,
      changedAt,
      createdAt: changedAt,
      educationPartId: educationPartId ?? null,
      originalName: 'kurs.zip',
      size: 1,
      uploadedByUserId: 1,
      entry: 'index.html',
    })
    .returning()
  if (!row) throw new Error('the row was not inserted')
  const lies = async () => [
    (await env.FILES.head(`packages/${folder}/index.html`)) !== null,
    (await env.FILES.head(`package-archives/${folder}.zip`)) !== null,
  ]
  const now = async () => (await query.select().from(contentPackages).where(eq(contentPackages.id, row.id)))[0]
  return { ...row, lies, now }
}

test('a long unused package loses its files, but not its row', async () => {
  const { educationPartId } = await createDigitalCourse()
  const old = await storePackage({ state: 2, changedAt: inDays(-80), educationPartId })
  const newer = await storePackage({ state: 2, changedAt: inDays(-40), educationPartId })
  const [lately, unclaimed] = [
    await storePackage({ state: 2, changedAt: inDays(-20) }),
    await storePackage({ state: 2, changedAt: inDays(-40) }),
  ]
  await query.update(educationParts).set({ packageId: newer.id }).where(eq(educationParts.id, educationPartId))
  await runDailyJob('packages.sweep')
  const files = async (one: typeof old) => (await one.lies())[0]
  expect([await files(old), await files(newer), await files(lately), await files(unclaimed)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(await old.now()).toMatchObject({ state: 2, filesRemovedAt: expect.any(Date) })
  expect(await newer.now()).toMatchObject({ filesRemovedAt: null })
})

test('a version with an open attempt is retained, and so is one that was just replaced', async () => {
  const [first, second] = [await createDigitalCourse(), await createDigitalCourse()]
  const inside = await storePackage({ state: 2, changedAt: inDays(-80), educationPartId: first.educationPartId })
  const justReplaced = await storePackage({ state: 2, changedAt: inDays(-80), educationPartId: second.educationPartId })
  const follower = await storePackage({ state: 2, changedAt: inDays(-1), educationPartId: second.educationPartId })
  await query
    .update(educationParts)
    .set({ packageId: follower.id })
    .where(eq(educationParts.id, second.educationPartId))
  await query.insert(launches).values({
    tokenHash: crypto.randomUUID(),
    userId: 1,
    packageId: inside.id,
    educationPartId: first.educationPartId,
    activityId: 'urn:x',
    registration: crypto.randomUUID(),
    createdAt: inDays(-1),
    expiresAt: inDays(0.1),
  })
  await runDailyJob('packages.sweep')
  expect([(await inside.lies())[0], (await justReplaced.lies())[0]]).toEqual([true, true])
})

test('a package whose unpacking failed permanently is refused with a reason and leaves no files', async () => {
  const [stopped, running] = [
    await storePackage({ state: 1, changedAt: inDays(-4) }),
    await storePackage({ state: 1, changedAt: inDays(-2) }),
  ]
  await runDailyJob('packages.sweep')
  expect(await stopped.now()).toMatchObject({ state: 3, refusal: 'package_unpacking_failed' })
  expect(await stopped.lies()).toEqual([false, false])
  expect(await running.now()).toMatchObject({ state: 1 })
  expect(await running.lies()).toEqual([true, true])
})

test('a film of the media library that was uploaded in parts is not deleted as an archive, at any age', async () => {
  const key = `package-archives/${crypto.randomUUID().replaceAll('-', '')}.zip`
  await env.FILES.put(key, 'film')
  const file = { name: 'film.mp4', contentType: 'video/mp4', size: 4, sha256: '0'.repeat(64) }
  await query
    .insert(storedFiles)
    .values({ ...file, key, visibility: 'SignedIn', cleaned: true, createdAt: inDays(-80) })
  await new Promise((resolve) => setTimeout(resolve, 5))
  vi.useFakeTimers({ toFake: ['Date'], now: inDays(10) })
  try {
    await runDailyJob('packages.sweep')
  } finally {
    vi.useRealTimers()
  }
  expect(await env.FILES.head(key)).not.toBeNull()
})
