import { beforeAll, describe, expect, test } from 'vitest'
import { category, createEducation, createOccasion, partResult } from '../../catalogue.ts'
import { insertCycle, insertLicense } from '../../licenses.ts'
import { type Person, signedIn } from '../../portal.ts'
import { protect } from '../../protection.ts'
import {
  clubAdministrator,
  member,
  office,
  readBookings,
  readMembers,
  readOffice,
  staff,
  statusesOf,
} from './fixtures.ts'

const allowed = Array(6).fill(200)
const refused = Array(6).fill(403)

let own: Person
let foreign: Person
let hidden: Person

async function book(person: Person, { occasionId, educationPartId }: { occasionId: number; educationPartId: number }) {
  await partResult({ userId: person.id, educationPartId, occasionId, signedUpAt: new Date() })
}

beforeAll(async () => {
  own = await member('Åberg')
  foreign = await member('Ytter', [30])
  hidden = await member('Dold')
  const course = await createEducation([{}], { categoryIds: [await category('Banracing')] })
  const occasion = await createOccasion(course.firstPartId)
  const seat = { occasionId: occasion.id, educationPartId: course.firstPartId }
  const licenseId = await insertLicense()
  for (const person of [own, foreign, hidden]) {
    await book(person, seat)
    await insertCycle({ userId: person.id, licenseId, validFromOn: '2026-01-01', validToOn: '2030-12-31' })
  }
  await protect(office, hidden.id)
})

describe('an organisation is open', () => {
  test.each([
    ['a superadministrator', { SuperAdministrator: {} }],
    ['an administrator of everything', { Administrator: {} }],
    ['the administrator of its district', { Administrator: { Organization: [2] } }],
    ['the administrator of the club', { OrganizationAdmin: { Organization: [20] } }],
  ])('to %s', async (_name, roles) => {
    expect(await statusesOf(await staff(roles), 20)).toEqual(allowed)
  })

  test('to an administrator of the own club without a list', async () => {
    expect(await statusesOf(await staff({ OrganizationAdmin: {} }, [21]), 21)).toEqual(allowed)
  })
})

describe('an organisation is closed', () => {
  test.each([
    ['the administrator of another district', { Administrator: { Organization: [3] } }],
    ['the administrator of another club of the district', { OrganizationAdmin: { Organization: [21] } }],
    ['an administrator of no club', { OrganizationAdmin: {} }],
    ['an educator of one category', { Educator: { EducationCategory: [1] } }],
    ['an educator of the club', { Educator: { Organization: [20] } }],
    ['a member, guardian or learner', {}],
  ])('to %s', async (_name, roles) => {
    expect(await statusesOf(await staff(roles), 20)).toEqual(refused)
  })

  test('to the administrator of a club, where it is the district above it', async () => {
    expect(await statusesOf(clubAdministrator, 2)).toEqual(refused)
  })

  test('to everybody, where there is none', async () => {
    expect(await statusesOf(office, 999)).toEqual(Array(6).fill(404))
  })
})

describe('the rows of an organisation', () => {
  test('are those of its own members, without protected identities', async () => {
    const ids = [own.id]
    expect((await readMembers(clubAdministrator)).items.map(({ userId }) => userId)).toEqual(ids)
    const names = await clubAdministrator.json<{ items: { userId: number }[]; total: number }>(
      'GET',
      '/Organization/20/memberNames',
    )
    expect([names.items.map(({ userId }) => userId), names.total]).toEqual([ids, 1])
    expect((await readBookings(clubAdministrator)).items.map(({ userId }) => userId)).toEqual(ids)
    const { items } = await clubAdministrator.json<{ items: { userId: number }[] }>('GET', '/Organization/20/licenses')
    expect(items.map(({ userId }) => userId)).toEqual(ids)
    expect((await readOffice(clubAdministrator)).memberCount).toBe(1)
  })

  test('hold no protected identity for superadministrators either, whose membership nobody lists', async () => {
    expect((await readMembers(office)).items.map(({ userId }) => userId)).toEqual([own.id])
    expect((await readBookings(office)).items.map(({ userId }) => userId)).toEqual([own.id])
  })

  test('leave out people whose account is closed', async () => {
    const closed = await signedIn({ organizationIds: [21], inactiveAt: new Date(), birthOn: '1990-01-01' })
    expect((await readMembers(office, '', 21)).items.map(({ userId }) => userId)).not.toContain(closed.id)
  })

  test('of a district are its own members; its clubs stand below it', async () => {
    expect(await readMembers(office, '', 2)).toMatchObject({ items: [], total: 0 })
    const district = await readOffice(office, 2)
    expect(district.children.map(({ id, memberCount }) => [id, memberCount])).toEqual([
      [21, 1],
      [20, 1],
    ])
  })
})

test('administrators of the club and its district are listed, with the address of those in reach alone', async () => {
  const inClub = await signedIn({
    roles: { OrganizationAdmin: {} },
    organizationIds: [20],
    email: 'klubb@example.se',
    birthOn: '1980-01-01',
  })
  const ofDistrict = await signedIn({ roles: { Administrator: { Organization: [2] } }, email: 'distrikt@example.se' })
  const elsewhere = await staff({ OrganizationAdmin: { Organization: [21] } })
  const { administrators } = await readOffice(clubAdministrator)
  const found = new Map(administrators.map((one) => [one.id, one.email]))
  expect(found.get(inClub.id)).toBe('klubb@example.se')
  expect(found.get(ofDistrict.id)).toBeNull()
  expect(found.has(elsewhere.id)).toBe(false)
  expect(found.has(office.id)).toBe(false)
})
