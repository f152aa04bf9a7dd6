import { env } from 'cloudflare:workers'
import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { launches } from '#api/courses/xapi/table.ts'
import { uploadParts, uploads } from '#api/foundation/uploads/table.ts'
import { loginFailures } from '#api/people/attempts/table.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { oneTimeTokens } from '#api/people/tokens/table.ts'
import { insertParentRows } from '../parent-rows.ts'
import { database, signedIn } from '../portal.ts'
import { runDailyJob } from '../queue.ts'
import { inHours } from '../time.ts'

const { query } = database()

test('sessions, codes, links and attempts are removed after they expire, and no sooner', async () => {
  const person = await signedIn()
  const session = (tokenHash: string, expiresAt: Date) => ({
    tokenHash,
    userId: person.id,
    expiresAt,
    createdAt: inHours(-50),
    lastUsedAt: inHours(-1),
  })
  await query.insert(sessions).values([session('ended', inHours(-0.1)), session('live', inHours(1))])
  const token = (tokenHash: string, purpose: 'Sso' | 'Reset', expiresAt: Date) => ({
    tokenHash,
    purpose,
    expiresAt,
    userId: person.id,
    data: {},
    createdAt: inHours(-50),
  })
  await query
    .insert(oneTimeTokens)
    .values([
      token('old link', 'Sso', inHours(-25)),
      token('old code', 'Reset', inHours(-25)),
      token('new', 'Sso', inHours(-1)),
    ])
  await query.insert(loginFailures).values([
    { subject: 'old', failedAt: inHours(-24.5) },
    { subject: 'counted', failedAt: inHours(-23.5) },
  ])
  await runDailyJob('authentication.forget')
  const hashes = (await query.select().from(sessions)).map(({ tokenHash }) => tokenHash)
  expect([hashes.includes('ended'), hashes.includes('live')]).toEqual([false, true])
  expect((await query.select().from(oneTimeTokens)).map(({ tokenHash }) => tokenHash)).toEqual(['new'])
  expect((await query.select().from(loginFailures)).map(({ subject }) => subject)).toEqual(['counted'])
  expect((await person.fetch('GET', '/User')).status).toBe(200)
})

test('the first closed launch of each attempt is retained, since it identifies the course', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  await insertParentRows({ content_packages: 1 })
  for (const id of [1, 2, 3]) await insertParentRows({ education_parts: id })
  const launch = (tokenHash: string, userId: number, educationPartId: number, expiresAt: Date, attempt = 1) => ({
    tokenHash,
    userId,
    educationPartId,
    expiresAt,
    createdAt: inHours(-90),
    packageId: 1,
    activityId: 'https://kurs.example/',
    registration: `${userId} ${educationPartId} ${attempt}`,
  })
  await query
    .insert(launches)
    .values([
      launch('first', one.id, 1, inHours(-80)),
      launch('again', one.id, 1, inHours(-60)),
      launch('started again', one.id, 1, inHours(-60), 2),
      launch('lately', one.id, 1, inHours(-2)),
      launch('another part', one.id, 2, inHours(-60)),
      launch('another person', other.id, 1, inHours(-60)),
    ])
  await runDailyJob('xapi.forget')
  const left = (await query.select().from(launches)).map(({ tokenHash }) => tokenHash)
  expect(left).toEqual(['first', 'started again', 'lately', 'another part', 'another person'])
})

test('an abandoned upload is removed completely, whether or not the file store still has it', async () => {
  const upload = async (createdAt: Date, multipartId?: string) => {
    const fileKey = `package-archives/${crypto.randomUUID()}.zip`
    const multipart = await env.FILES.createMultipartUpload(fileKey)
    const id = crypto.randomUUID()
    await query.insert(uploads).values({
      id,
      fileKey,
      originalName: 'kurs.zip',
      size: 9,
      createdAt,
      uploadedByUserId: 1,
      multipartId: multipartId ?? multipart.uploadId,
    })
    await query.insert(uploadParts).values({ uploadId: id, number: 1, etag: 'e' })
    return { id, multipart }
  }
  const [left, unknown, live] = [
    await upload(inHours(-80)),
    await upload(inHours(-80), 'gone'),
    await upload(inHours(-20)),
  ]
  await runDailyJob('packages.sweep')
  const ids = [left.id, unknown.id, live.id]
  const remaining = await query.select().from(uploads).where(inArray(uploads.id, ids))
  expect(remaining.map(({ id }) => id)).toEqual([live.id])
  expect((await query.select().from(uploadParts)).map(({ uploadId }) => uploadId)).toEqual([live.id])
  await expect(left.multipart.uploadPart(1, 'x')).rejects.toThrow()
  await live.multipart.uploadPart(1, 'x')
})
