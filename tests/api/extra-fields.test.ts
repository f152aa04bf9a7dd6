import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationPartResults } from '#api/participation/results/table.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { education, occasion, part } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

await insertFederation()
const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const educationPartId = await part({ type: 1 })
await education({ partIds: [educationPartId] })

/** Fields that no person may set for themselves, in several spellings. */
const raised = {
  roles: { SuperAdministrator: {} },
  role: 'SuperAdministrator',
  rolesToAdd: ['SuperAdministrator'],
  isExternal: true,
  isActive: true,
  userName: 'root',
  organizations: { 1: 'Förbundet' },
  organizationIds: [1],
  passwordExpiryDate: null,
  completed: true,
}

async function expectNobodySpecial(id: number, isExternal: boolean): Promise<void> {
  const [stored] = await query.select().from(users).where(eq(users.id, id))
  expect(stored).toMatchObject({ isExternal })
  expect(stored?.userName).not.toBe('root')
  expect(await query.select().from(userRoles).where(eq(userRoles.userId, id))).toEqual([])
}

const formOf = (user: unknown) => {
  const form = new FormData()
  form.set('user', JSON.stringify(user))
  return form
}

type Save = (person: Person, fields: Record<string, unknown>) => Promise<Response>

const ways: [string, Save][] = [
  ['PUT /User', (person, fields) => person.fetch('PUT', '/User', formOf({ language: 'en', ...fields }))],
  [
    'PUT /user/edit/:id',
    (person, fields) =>
      person.fetch('PUT', `/user/edit/${person.id}`, { language: 'en', id: superadministrator.id, ...fields }),
  ],
]
test.each(ways)('%s accepts the fields that a person may set for themself, and no others', async (_, save) => {
  const person = await signedIn({ organizationIds: [20] })
  const { organizationIds: _own, ...fields } = raised
  const response = await save(person, fields)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ roles: {}, isExternal: false, organizations: { 20: 'Åre MK' } })
  await expectNobodySpecial(person.id, false)
})

test.each(ways)('%s: nobody adds themself to a club or removes themself from one', async (_, save) => {
  const person = await signedIn({ organizationIds: [20] })
  expect((await save(person, { organizationIds: [1] })).status).toBe(403)
  const own = await (await person.fetch('GET', `/user/${person.id}`)).json<{ organizations: object }>()
  expect(own.organizations).toEqual({ 20: 'Åre MK' })
})

test('a new external user is external and without roles, whatever the form contains', async () => {
  const person = { firstName: 'Eva', lastName: 'Extern', email: 'eva@example.se' }
  const { userName: _, ...fields } = raised
  const body = { ...person, ...fields, isExternal: false }
  const response = await superadministrator.fetch('POST', '/authentication/CreateExternalUser', body)
  expect(response.status).toBe(200)
  await expectNobodySpecial((await response.json<{ id: number }>()).id, true)
})

async function signUpSaying(fields: Record<string, unknown>) {
  const learner = await signedIn({ organizationIds: [20] })
  const occasionId = await occasion({ educationPartId, startsAt: inDays(20) })
  const signUp = { userId: learner.id, occasionId, referenceId: educationPartId, customAnswers: [], ...fields }
  const { status } = await learner.fetch('PUT', '/EducationPartOccasions/results', [signUp])
  const stored = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, learner.id))
  return { status, stored }
}

const untouched = { completed: false, attended: null, paymentId: null, score: null, approvedByUserId: null }

test('a plain sign-up is stored, as the following tests assume', async () => {
  const { status, stored } = await signUpSaying({})
  expect(status).toBe(200)
  expect(stored).toMatchObject([untouched])
})

test.each([
  { completed: true },
  { completed: true, completedDate: inDays(-1).toISOString() },
  { attended: true },
  { paymentId: crypto.randomUUID() },
  { approvedByUserId: superadministrator.id },
  { registeredByUserId: superadministrator.id },
  { guardianUserId: superadministrator.id },
  { feeAtSignUp: 0 },
  { score: 1 },
])('a sign-up with %o is refused, or stored without it', async (fields) => {
  const { status, stored } = await signUpSaying(fields)
  expect(status === 200 ? stored.length : stored).toEqual(status === 200 ? 1 : [])
  expect([200, 400, 403]).toContain(status)
  for (const result of stored) {
    expect(result).toMatchObject({ ...untouched, guardianUserId: null })
    expect(result.registeredByUserId).not.toBe(superadministrator.id)
  }
})
