import { expect, test } from 'vitest'
import type { PartStanding } from '#api/participation/next-steps/contract.ts'
import { education, occasion, part, partResult } from '../catalogue.ts'
import { type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

const standings = (person: Person, ...educationIds: number[]) =>
  person.json<PartStanding[]>('GET', `/Calendar/Standings?${educationIds.map((id) => `educationIds=${id}`).join('&')}`)

async function lockedDay() {
  const [course, day] = [await part({ title: 'Webbkurs', type: 1 }), await part({ title: 'Kursdag' })]
  const id = await education({ partIds: [course, day], dependencies: { [day]: [course] } })
  await occasion({ educationPartId: day, educationId: id, startsAt: inDays(5) })
  return { course, day, id }
}

test('an item shows what comes first until that is completed', async () => {
  const person = await signedIn()
  const { course, day, id } = await lockedDay()
  const first = { educationId: id, title: 'Webbkurs' }
  expect(await standings(person, id)).toEqual([
    { educationId: id, educationPartId: day, kind: 'first', first, reason: null, paymentId: null },
  ])
  await partResult({ userId: person.id, educationPartId: course, completed: true, completedAt: new Date() })
  expect(await standings(person, id)).toMatchObject([{ kind: 'open', first: null }])
})

test('a required education comes before its parts, and only the caller’s own results count', async () => {
  const [person, other] = [await signedIn(), await signedIn()]
  const before = await education({ title: 'Grunden' })
  const day = await part({ title: 'Kursdag' })
  const id = await education({ partIds: [day], prerequisiteIds: [before] })
  const on = await occasion({ educationPartId: day, educationId: id, startsAt: inDays(5) })
  await partResult({ userId: other.id, educationPartId: day, occasionId: on, signedUpAt: new Date() })
  expect(await standings(person, id)).toMatchObject([
    { kind: 'first', first: { educationId: before, title: 'Grunden' } },
  ])
  expect(await standings(other, id)).toMatchObject([{ kind: 'signedUp', first: null }])
})

test('shows nothing about an education that the caller may not see, or without an education', async () => {
  const person = await signedIn()
  const id = await education({ partIds: [await part()], published: false })
  expect(await standings(person, id)).toEqual([])
  expect(await standings(await signedIn({ roles: { SuperAdministrator: {} } }), id)).toMatchObject([{ kind: 'barred' }])
  expect(await standings(person)).toEqual([])
  const tooMany = Array.from({ length: 201 }, (_, at) => `educationIds=${at + 1}`).join('&')
  expect((await person.fetch('GET', `/Calendar/Standings?${tooMany}`)).status).toBe(400)
})
