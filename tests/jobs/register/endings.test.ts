import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { registerPeople, registerRows } from '#api/people/register/table.ts'
import { userOrganizations, users } from '#api/people/users/table.ts'
import { createEducation, createOccasion, partResult } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { signedIn } from '../../portal.ts'
import { inDays, inHours } from '../../time.ts'
import { connectRegister, findPerson, getPerson, query, readRegister, refusedRows, row } from './fixtures.ts'

await insertFederation()
connectRegister()

const now = new Date()

/** Signs somebody up for an occasion of tomorrow. */
async function signUp(userId: number) {
  const course = await createEducation([{ title: 'Kursdag' }])
  const occasion = await createOccasion(course.firstPartId, { startsAt: inDays(1), endsAt: inDays(2) })
  await partResult({
    userId,
    educationPartId: course.firstPartId,
    educationId: course.id,
    occasionId: occasion.id,
    signedUpAt: now,
  })
}

async function isSignUpCanceled(userId: number) {
  const [result] = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, userId))
  return result?.canceled
}

async function insertSession(userId: number) {
  await query.insert(sessions).values({
    tokenHash: `session of ${userId}`,
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: inHours(1, now),
  })
}

const sessionsOf = (userId: number) => query.select().from(sessions).where(eq(sessions.userId, userId))
const clubsOf = (userId: number) => query.select().from(userOrganizations).where(eq(userOrganizations.userId, userId))

test('a deceased person’s account is closed: no sessions, mails, clubs or coming bookings remain', async () => {
  await readRegister([row('D1', { email: 'd1@example.se' })])
  const { id } = await getPerson('D1')
  await signUp(id)
  await insertSession(id)
  await query.insert(outboxMails).values({
    messageId: 'waiting-d1',
    recipient: 'd1@example.se',
    subject: 'Påminnelse',
    body: 'Snart är det dags.',
    createdAt: now,
    userId: id,
  })
  await readRegister([row('D1', { email: 'd1@example.se', deceased: true })])
  expect((await getPerson('D1')).inactiveAt).not.toBeNull()
  expect([await sessionsOf(id), await clubsOf(id)]).toEqual([[], []])
  expect(await query.select().from(outboxMails).where(eq(outboxMails.userId, id))).toEqual([])
  expect(await isSignUpCanceled(id)).toBe(true)
  const entries = await query
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, String(id)))
  expect(entries.map(({ action }) => action)).toContain('user.registerClosed')
})

test('a deleted row closes the account and keeps bookings; a row that comes back opens it again', async () => {
  await readRegister([row('R1')])
  const { id } = await getPerson('R1')
  await readRegister([row('R1', { deleted: true })])
  expect((await getPerson('R1')).inactiveAt).not.toBeNull()
  expect(await clubsOf(id)).toEqual([])
  await readRegister([row('R1')])
  expect((await getPerson('R1')).inactiveAt).toBeNull()
  expect((await clubsOf(id)).map(({ organizationId }) => organizationId)).toEqual([20])
})

test('a deleted person who turns out to be deceased loses coming bookings', async () => {
  await readRegister([row('R2')])
  const { id } = await getPerson('R2')
  await signUp(id)
  await readRegister([row('R2', { deleted: true })])
  const closed = await getPerson('R2')
  expect(await isSignUpCanceled(id)).toBe(false)
  await readRegister([row('R2', { deleted: true, deceased: true })])
  expect(await isSignUpCanceled(id)).toBe(true)
  expect((await getPerson('R2')).inactiveAt).toEqual(closed.inactiveAt)
})

test('an ended row that the portal never had creates nobody, and an account that the office closed stays closed', async () => {
  await readRegister([row('X1', { deceased: true }), row('X2', { deleted: true }), row('X3')])
  expect([await findPerson('X1'), await findPerson('X2')]).toEqual([null, null])
  await query.update(users).set({ inactiveAt: now }).where(eq(users.externalPersonId, 'X3'))
  await readRegister([row('X1', { deceased: true }), row('X2', { deleted: true }), row('X3', { lastName: 'Ny' })])
  expect(await getPerson('X3')).toMatchObject({ lastName: 'Ny', inactiveAt: now })
})

test('a superadministrator is never closed by the register', async () => {
  const chief = await signedIn({ roles: { SuperAdministrator: {} }, externalPersonId: 'S9' })
  await readRegister([row('S9')])
  await readRegister([row('S9', { deceased: true })])
  expect(await refusedRows()).toEqual([['S9', 'superadministrator']])
  expect((await chief.fetch('GET', '/Notices')).status).toBe(200)
})

test('an erased person is not brought back', async () => {
  await readRegister([row('G1')])
  const { id } = await getPerson('G1')
  await query
    .update(registerPeople)
    .set({ digest: null, email: null, phone: null })
    .where(eq(registerPeople.userId, id))
  await query.update(users).set({ externalPersonId: null, erasedAt: now }).where(eq(users.id, id))
  await readRegister([row('G1', { email: 'g1@example.se', phone: '070-123 45 67' })])
  expect([await findPerson('G1'), await refusedRows()]).toEqual([null, [['G1', 'personErased']]])
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const shown = await office.json('GET', '/PeopleRegister')
  expect(shown).toMatchObject({ run: { refusedRows: [{ externalId: 'G1', name: null, reason: 'personErased' }] } })
  const storedText = JSON.stringify([await query.select().from(registerRows), shown])
  for (const value of ['Berg G1', 'g1@example.se', '070-123 45 67']) expect(storedText).not.toContain(value)
})

test('minors without a guardian come in, and the read counts them', async () => {
  const born = `${now.getFullYear() - 10}-03-01`
  const run = await readRegister([row('Y1', { birthDate: born }), row('Y2'), row('Y3', { birthDate: null })])
  expect(run).toMatchObject({ newCount: 3, minorCount: 1 })
  expect((await getPerson('Y1')).birthOn).toBe(born)
})

test('bad rows are reported with their reason, the others are applied, and no personal number is stored or logged', async () => {
  const logged: unknown[] = []
  for (const level of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...line) => void logged.push(line))
  const numbers = ['198504121230', '198504121231']
  const run = await readRegister([
    row('', {}),
    { ...row('Z1'), firstName: ' ' },
    row('Z2', { birthDate: '1985-02-30' }),
    row('Z3', { birthDate: '2999-01-01' }),
    { ...row('Z4'), memberships: 'C20' },
    row('Z5', { personalNumber: numbers[1] ?? '' }),
    row('Z6', { memberships: [{ organizationId: 'elsewhere' }] }),
    row('Z7', { firstName: 'Bo' }),
    row('Z7', { firstName: 'Ulf' }),
    'no row at all',
    row('Z8', { personalNumber: numbers[0] ?? '' }),
  ])
  vi.restoreAllMocks()
  expect(await refusedRows()).toEqual([
    ['row 1', 'idInvalid'],
    ['Z1', 'nameMissing'],
    ['Z2', 'birthDateInvalid'],
    ['Z3', 'birthDateInvalid'],
    ['Z4', 'membershipsInvalid'],
    ['Z5', 'personalNumberInvalid'],
    ['Z6', 'organizationUnknown'],
    ['Z7', 'idRepeated'],
    ['row 10', 'rowInvalid'],
  ])
  expect(run).toMatchObject({ state: 2, newCount: 1, refusedCount: 9 })
  expect((await getPerson('Z8')).lastName).toBe('Berg Z8')
  const tables = await Promise.all([
    query.select().from(users),
    query.select().from(registerPeople),
    query.select().from(registerRows),
    query.select().from(auditEntries),
  ])
  const everything = JSON.stringify([tables, logged])
  for (const number of numbers) expect(everything).not.toContain(number)
})
