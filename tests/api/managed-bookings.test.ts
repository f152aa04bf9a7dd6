import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import type { Booking } from '#api/office/bookings/contract.ts'
import { partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { type Person, signedIn } from '../portal.ts'
import { insertCourse } from '../scope/federation.ts'
import { inDays } from '../time.ts'

await insertFederation()
const own = await insertCourse('Alfa')
const other = await insertCourse('Beta')
const learner = await signedIn({ organizationIds: [20] })
const given = { userId: learner.id, signedUpAt: inDays(-3) }
for (const course of [own, other]) {
  const [occasionId] = course.occasionIds
  await partResult({ ...given, educationPartId: course.classPartId, educationId: course.educationId, occasionId })
}

/** Reads which of the two bookings the caller organises: that of the own course first. */
async function managedBy(caller: Person) {
  const { bookings } = await caller.json<{ bookings: Booking[] }>('GET', `/user/${learner.id}/Bookings`)
  return [own, other].map(({ educationId }) => bookings.find((one) => one.educationId === educationId)?.managed)
}

const ofClub = { Organization: [20] }

test.each<[string, HeldRoles, boolean[]]>([
  ['a superadministrator', { SuperAdministrator: {} }, [true, true]],
  ['the administrator of the district', { Administrator: { Organization: [2] } }, [true, true]],
  ['the administrator of the club', { OrganizationAdmin: ofClub }, [false, false]],
  [
    'the administrator of the club who teaches one category',
    { OrganizationAdmin: ofClub, Educator: { EducationCategory: [own.categoryId] } },
    [true, false],
  ],
  [
    'the administrator of the club who teaches one category elsewhere',
    { OrganizationAdmin: ofClub, Educator: { EducationCategory: [own.categoryId], Organization: [30] } },
    [false, false],
  ],
])('%s organises %j', async (_name, roles, expected) => {
  expect(await managedBy(await signedIn({ roles }))).toEqual(expected)
})

test('a person organises none of the own bookings', async () => {
  expect(await managedBy(learner)).toEqual([false, false])
})

test('people who may not see the person are refused', async () => {
  for (const roles of [{ Administrator: { Organization: [3] } }, { OrganizationAdmin: { Organization: [30] } }, {}])
    expect((await (await signedIn({ roles })).fetch('GET', `/user/${learner.id}/Bookings`)).status).toBe(403)
})

test('an organised booking is moved and cancelled by those who organise it alone', async () => {
  const { bookings } = await (await signedIn({ roles: { SuperAdministrator: {} } })).json<{ bookings: Booking[] }>(
    'GET',
    `/user/${learner.id}/Bookings`,
  )
  const booking = bookings.find(({ educationId }) => educationId === own.educationId)
  const [from, to] = own.occasionIds
  const move = { resultIds: [booking?.resultId], occasionId: to }
  const clubAdministrator = await signedIn({ roles: { OrganizationAdmin: ofClub } })
  const path = `/EducationPartOccasions/${from}/participants/move`
  expect((await clubAdministrator.fetch('PUT', path, move)).status).toBe(403)
  const district = await signedIn({ roles: { Administrator: { Organization: [2] } } })
  expect((await district.fetch('PUT', path, move)).status).toBe(200)
  const removal = `/EducationPartOccasions/${to}/results/${learner.id}/${booking?.resultId}`
  expect((await clubAdministrator.fetch('DELETE', removal)).status).toBe(403)
  expect((await district.fetch('DELETE', removal)).status).toBe(204)
  const { bookings: left } = await learner.json<{ bookings: Booking[] }>('GET', `/user/${learner.id}/Bookings`)
  expect(left.map(({ educationId }) => educationId)).toEqual([other.educationId])
})
