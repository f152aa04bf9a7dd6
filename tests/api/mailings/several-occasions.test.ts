import { expect, test } from 'vitest'
import type { SentMailing } from '#api/office/mailings/contract.ts'
import { partResult } from '../../catalogue.ts'
import type { Person } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse, type ScopeCourse } from '../../scope/federation.ts'
import { inDays } from '../../time.ts'
import { mailsTo, member, preview, send, staff } from './fixtures.ts'

const office = await staff({ SuperAdministrator: {} })
const [own, foreign] = [await insertCourse('Alfa'), await insertCourse('Beta')]
const actors = await createActors(own)
const [first, second] = own.occasionIds

async function takePart({ educationId, classPartId }: ScopeCourse, person: Person, occasionId: number) {
  const result = { userId: person.id, educationId, educationPartId: classPartId, occasionId }
  await partResult({ ...result, signedUpAt: inDays(-5) })
  return person
}

const inClub = (clubId: number) => member({ organizationIds: [clubId] })
const [near, far] = [await takePart(own, await inClub(20), first), await takePart(own, await inClub(30), second)]
await takePart(foreign, await inClub(30), foreign.occasionIds[0])

const toOccasions = (...occasionIds: number[]) => ({ kind: 'occasions' as const, occasionIds })

/** Actors that organise both occasions of the course, with the people in their scope. */
const organizers: Record<string, Person[]> = {
  'an educator who answers for one education': [near, far],
  'an educator of one category': [near, far],
  'an educator of one education role': [near, far],
  'an educator of one category in one club': [near],
  'the administrator of one district': [near],
  'a superadministrator': [near, far],
}

test('the participants of several occasions are those in scope, for those who organise every one', async () => {
  for (const { name, person } of actors) {
    const answer = await person.fetch('POST', '/Mailings/preview', { audience: toOccasions(first, second) })
    expect(answer.ok, name).toBe(name in organizers)
    if (!answer.ok) continue
    const shown = await answer.json<{ total: number; first: { userId: number }[] }>()
    const expected = organizers[name]?.map(({ id }) => id) ?? []
    expect(shown.first.map(({ userId }) => userId).sort(), name).toEqual(expected.sort())
    expect(shown.total, name).toBe(expected.length)
  }
})

test('one occasion of somebody else refuses them all, and so do too many', async () => {
  const leader = actors.find(({ name }) => name === 'an educator who leads one occasion')?.person ?? office
  const statusFor = async (...ids: number[]) =>
    (await leader.fetch('POST', '/Mailings/preview', { audience: toOccasions(...ids) })).status
  expect(await statusFor(first)).toBe(200)
  expect(await statusFor(first, foreign.occasionIds[0])).toBe(403)
  expect(await statusFor(...Array.from({ length: 21 }, (_, at) => at + 1))).toBe(400)
})

test('a person on both occasions gets one mail, which is in the history of both', async () => {
  const [gamma, delta] = [await insertCourse('Gamma'), await insertCourse('Delta')]
  const [one, other] = [gamma.occasionIds[0], delta.occasionIds[0]]
  const person = await takePart(gamma, await inClub(20), one)
  await takePart(delta, person, other)
  const audience = toOccasions(one, other)
  expect((await preview(office, audience)).total).toBe(1)
  const refused = { audience, subject: '{{tillfälle}}', text: 'Hej', recipients: 1, due: null }
  expect((await office.fetch('POST', '/Mailings', refused)).status).toBe(400)
  const mailing = await send(office, audience)
  await drainJobs()
  expect(await mailsTo(person)).toHaveLength(1)
  for (const occasionId of [one, other])
    expect(await office.json<SentMailing[]>('GET', `/Mailings/history?occasionId=${occasionId}`)).toMatchObject([
      { id: mailing.id, total: 1 },
    ])
})
