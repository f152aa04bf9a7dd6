import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails as outbox } from '#api/foundation/mails/table.ts'
import { insertClosure } from '#api/people/users/closure-storage.ts'
import type { User } from '#api/people/users/contract.ts'
import { accountClosures, users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { createOpenOccasion } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { insertParent } from '../guardians.ts'
import { database, type Person, signedIn } from '../portal.ts'

const { query } = database()
await insertFederation()

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const north = await signedIn({ roles: { Administrator: { Organization: [2] } }, firstName: 'Nora', lastName: 'Nord' })
const south = await signedIn({ roles: { Administrator: { Organization: [3] } } })
const club = await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [20] })

let members = 0
function member(options: Parameters<typeof signedIn>[0] = {}) {
  members += 1
  return signedIn({ organizationIds: [20], email: `medlem-${members}@example.se`, ...options })
}
const close = (as: Person, id: number, reason = 'Delat konto') => as.fetch('PUT', `/User/${id}/closure`, { reason })
const mailsTo = async (userId: number) =>
  (await query.select().from(outbox).where(eq(outbox.userId, userId))).map(({ name }) => name)
const profileOf = (as: Person, id: number) => as.json<{ closure: object | null }>('GET', `/user/${id}/profile`)

test('an account is closed with a reason: sessions end, unsent mails are dropped, the person is told, and repeating it changes nothing', async () => {
  const it = await member()
  await query.insert(outbox).values({
    messageId: crypto.randomUUID(),
    recipient: 'medlem@example.se',
    subject: 'Påminnelse',
    body: 'Snart',
    userId: it.id,
    name: 'occasionSoon',
    createdAt: new Date(),
  })
  expect((await it.fetch('GET', `/User/${it.id}`)).status).toBe(200)
  expect(await (await close(north, it.id)).json<User>()).toMatchObject({ id: it.id, inactive: true })
  expect((await it.fetch('GET', `/User/${it.id}`)).status).toBe(401)
  expect(await mailsTo(it.id)).toEqual(['accountClosed'])
  expect((await close(superadministrator, it.id, 'Ett annat skäl')).status).toBe(200)
  expect(await mailsTo(it.id)).toEqual(['accountClosed'])
  const entries = (await listAuditEntries('user')).filter(({ targetId }) => targetId === String(it.id))
  expect(entries).toMatchObject([{ action: 'user.closed', userId: north.id, data: { reason: 'Delat konto' } }])
  expect(await profileOf(north, it.id)).toMatchObject({ closure: { reason: 'Delat konto', closedBy: 'Nora Nord' } })
  expect(await profileOf(club, it.id)).toMatchObject({ closure: null })
})

test('the guardian of a child gets a mail too, without the reason', async () => {
  const child = await member({ birthOn: '2015-01-01', firstName: 'Milo', lastName: 'Barn' })
  const parent = await member({ birthOn: '1980-01-01' })
  await insertParent(parent, child)
  await close(north, child.id)
  const [mail] = await query.select().from(outbox).where(eq(outbox.userId, parent.id))
  expect(mail?.subject).toContain('Milo Barn')
  expect(mail?.body).not.toContain('Delat konto')
})

test('the office opens the account again, which ends the closure; a club does not', async () => {
  const it = await member()
  await close(north, it.id)
  const reopen = (as: Person) => as.fetch('PUT', `/user/ReactivateInactiveUser/${it.id}`)
  expect((await reopen(club)).status).toBe(403)
  expect((await reopen(north)).status).toBe(200)
  expect(await query.select().from(accountClosures).where(eq(accountClosures.userId, it.id))).toEqual([])
  expect(await profileOf(north, it.id)).toMatchObject({ closure: null })
})

test('nobody closes their own account, one outside the reach, one with a higher role, or one that does not exist', async () => {
  const it = await member()
  const above = await member({ roles: { SuperAdministrator: {} } })
  for (const [as, id] of [
    [north, north.id],
    [superadministrator, superadministrator.id],
    [south, it.id],
    [club, it.id],
    [it, it.id],
    [north, above.id],
  ] as const)
    expect((await close(as, id)).status).toBe(403)
  expect((await close(superadministrator, 999_999)).status).toBe(404)
  const answer = await close(north, it.id, '  ')
  expect([answer.status, Object.keys((await answer.json<{ fields: object }>()).fields)]).toEqual([400, ['reason']])
  expect(await query.select().from(accountClosures).where(eq(accountClosures.userId, it.id))).toEqual([])
  await close(superadministrator, above.id)
})

test('bookings stay, and the office cancels them afterwards', async () => {
  const { occasion } = await createOpenOccasion()
  const it = await member()
  await superadministrator.json('PUT', '/EducationPartOccasions/results', [{ userId: it.id, occasionId: occasion.id }])
  await close(superadministrator, it.id)
  const { bookings } = await superadministrator.json<{ bookings: { resultId: number }[] }>(
    'GET',
    `/user/${it.id}/Bookings`,
  )
  expect(bookings).toHaveLength(1)
  const canceled = await superadministrator.fetch('PUT', '/EducationPartOccasions/results', [
    { userId: it.id, resultId: bookings[0]?.resultId, canceled: true },
  ])
  expect(canceled.status).toBe(200)
})

test('two superadministrators who close each other at once leave one of them, and the database keeps the last one', async () => {
  const other = await signedIn({ roles: { SuperAdministrator: {} } })
  const answers = await Promise.all([close(other, superadministrator.id), close(superadministrator, other.id)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const [open] = await query.select().from(users).where(eq(users.id, superadministrator.id))
  const last = open?.inactiveAt ? other : superadministrator
  const closure = { userId: last.id, reason: 'x', closedByUserId: north.id, closedAt: new Date() }
  await expect(database().commit(insertClosure(database(), closure))).rejects.toThrow('last_superadministrator')
})
