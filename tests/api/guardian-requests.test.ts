import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { guardianLinks, guardianRequests } from '#api/people/guardians/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { listAuditEntries } from '../audit.ts'
import { education, educationResult } from '../catalogue.ts'
import {
  createAdult,
  createChild,
  createFamily,
  listLinks,
  listNotices,
  readCode,
  removeLink,
  requestLink,
} from '../guardians.ts'
import { database, signedIn } from '../portal.ts'
import { runDailyJob } from '../queue.ts'
import { inDays } from '../time.ts'

const now = new Date()
await database()
  .query.insert(organizations)
  .values({ id: 20, name: 'Åre MK', path: '/20/', type: 2, createdAt: now, changedAt: now })

test('a request looks the same for a child, an adult and nobody, when made, listed and withdrawn', async () => {
  const [asker, milo, grown, unknown] = [
    await createAdult(),
    await createChild(),
    await createAdult(),
    await signedIn(),
  ]
  const targets = [milo.id, grown.id, 900_000 + asker.id]
  const plain = ({
    id,
    childUserId,
    child: of,
    ...rest
  }: {
    id: number
    childUserId: number
    child: { id: number }
  }) => ({
    ...rest,
    child: { ...of, id: 0 },
  })
  const request = async (childUserId: number) => {
    const pair = { adultUserId: asker.id, childUserId, relation: 'parent' }
    const answer = await asker.fetch('POST', `/User/${asker.id}/guardian`, pair)
    return [answer.status, plain(await answer.json())]
  }
  const answers = []
  for (const id of targets) answers.push(await request(id))
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(answers[0]).toMatchObject([200, { confirmed: false, relation: 'parent' }])

  // A fourth request is refused, whether or not its target exists.
  for (const id of [unknown.id, grown.id + 100_000]) {
    const fourth = await asker.fetch('POST', `/User/${asker.id}/guardian`, { adultUserId: asker.id, childUserId: id })
    expect([fourth.status, await readCode(fourth)]).toEqual([409, 'guardian_requests_full'])
  }
  expect((await listLinks(asker)).map(({ childUserId }) => childUserId)).toEqual(targets)
  const profile = await (await asker.fetch('GET', `/user/${asker.id}/profile`)).json<{ wards: object[] }>()
  expect(profile.wards).toEqual(
    targets.map((userId) => expect.objectContaining({ userId, name: '', confirmed: false, waitsFor: 'answer' })),
  )

  // The asker is not notified when the child declines.
  expect((await removeLink(milo, asker, milo)).status).toBe(204)
  expect((await listLinks(asker)).map(({ childUserId }) => childUserId)).toEqual(targets)
  for (const id of targets) {
    expect(
      (await asker.fetch('PUT', `/User/${asker.id}/guardian`, { adultUserId: asker.id, childUserId: id })).status,
    ).toBe(403)
    expect((await asker.fetch('DELETE', `/User/${id}/guardian/${asker.id}`)).status).toBe(204)
    expect((await asker.fetch('DELETE', `/User/${id}/guardian/${asker.id}`)).status).toBe(404)
  }
  // A repeated request about a declined link notifies nobody.
  expect((await request(milo.id))[0]).toBe(200)
  expect((await listNotices(milo)).map(([kind]) => kind)).toEqual(['guardianRequested'])
  expect(await listLinks(milo)).toEqual([])
})

test('a withdrawn request is opened again beside others that have expired since', async () => {
  const { query } = database()
  const [asker, milo] = [await createAdult(), await createChild()]
  const request = (childUserId: number) =>
    asker.fetch('POST', `/User/${asker.id}/guardian`, { adultUserId: asker.id, childUserId, relation: 'parent' })
  expect((await request(milo.id)).status).toBe(200)
  expect((await removeLink(milo, asker, milo)).status).toBe(204)
  const withdrawnAt = inDays(-2)
  await query.update(guardianRequests).set({ withdrawnAt }).where(eq(guardianRequests.adultUserId, asker.id))
  for (const at of [1, 2, 3])
    await query.insert(guardianRequests).values({
      adultUserId: asker.id,
      childUserId: 900_000 + asker.id + at,
      relation: 'parent',
      createdAt: inDays(-31),
      expiresAt: inDays(-1),
    })
  expect((await request(milo.id)).status).toBe(200)
  expect((await listLinks(asker)).map(({ childUserId }) => childUserId)).toEqual([milo.id])
})

test('a child has at most three requests, and a fourth adult gets the same response', async () => {
  const { helena, milo } = await createFamily()
  const askers = [
    await createAdult(),
    await createAdult(),
    await createAdult(),
    await createAdult(),
    await createAdult(),
  ]
  const answers = await Promise.all(askers.map((asker) => requestLink(asker, asker, milo)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await listLinks(milo)).filter(({ confirmed }) => !confirmed)).toHaveLength(3)
  expect(await listNotices(helena)).toHaveLength(3)
  expect(await readCode(await requestLink(milo, await createAdult(), milo))).toBe('guardian_requests_full')
})

test('of concurrent requests three are stored', async () => {
  const asker = await createAdult()
  const pairs = Array.from({ length: 6 }, (_, index) => ({ adultUserId: asker.id, childUserId: 800_000 + index }))
  const answers = await Promise.all(pairs.map((pair) => asker.fetch('POST', `/User/${asker.id}/guardian`, pair)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
  expect(await listLinks(asker)).toHaveLength(3)
})

test('requests are limited per quarter of an hour', async () => {
  const asker = await createAdult()
  const statuses: number[] = []
  for (let round = 0; round < 7; round++) {
    const pair = { adultUserId: asker.id, childUserId: 600_000 + round }
    statuses.push((await asker.fetch('POST', `/User/${asker.id}/guardian`, pair)).status)
    await asker.fetch('DELETE', `/User/${pair.childUserId}/guardian/${asker.id}`)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
})

test('a request that is unanswered for a month is removed', async () => {
  const [asker, milo] = [await createAdult(), await createChild()]
  await requestLink(asker, asker, milo)
  const before = inDays(-31, now)
  const { query } = database()
  await query.update(guardianLinks).set({ createdAt: before }).where(eq(guardianLinks.childUserId, milo.id))
  await query.update(guardianRequests).set({ expiresAt: before }).where(eq(guardianRequests.adultUserId, asker.id))
  await runDailyJob('guardians.forget')
  expect(await listLinks(asker)).toEqual([])
  expect(await listLinks(milo)).toEqual([])
})

test('an educator repeats the third request about a child', async () => {
  const milo = await createChild()
  const educator = await signedIn({ roles: { Educator: {} } })
  const educationId = await education()
  await database().query.insert(educationResponsibles).values({ educationId, userId: educator.id })
  await educationResult({ userId: milo.id, educationId })
  const adults = [await createAdult(), await createAdult(), await createAdult()]
  for (const adult of [...adults, ...adults]) expect((await requestLink(educator, adult, milo)).status).toBe(200)
  expect(await readCode(await requestLink(educator, await createAdult(), milo))).toBe('guardian_requests_full')
  const recorded = async () =>
    (await listAuditEntries('user')).filter(({ targetId }) => targetId === String(milo.id)).map(({ data }) => data)
  expect(await recorded()).toHaveLength(3)
  // A link of the time before relations gets the one that is named, and the log says so.
  const [adult = educator] = adults
  await database().query.update(guardianLinks).set({ relation: null }).where(eq(guardianLinks.adultUserId, adult.id))
  for (const relation of ['parent', 'otherAdult']) await requestLink(educator, adult, milo, relation)
  expect(await recorded()).toHaveLength(4)
  expect((await recorded())[0]).toMatchObject({ adultUserId: adult.id, relation: 'parent', confirmed: false })
})

test('repeats of an open request are neither counted nor recorded', async () => {
  const [asker, milo] = [await createAdult(), await createChild()]
  const ids: number[] = []
  for (let repeat = 0; repeat < 8; repeat += 1)
    ids.push((await (await requestLink(asker, asker, milo)).json<{ id: number }>()).id)
  expect(new Set(ids).size).toBe(1)
  expect((await listAuditEntries('user')).filter(({ targetId }) => targetId === String(milo.id))).toHaveLength(1)
})
