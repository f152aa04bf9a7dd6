import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { notices } from '#api/foundation/notices/table.ts'
import { emailChanges } from '#api/people/email-changes/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { protectedIdentities, users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import {
  changeEmailAs,
  childBirthDate,
  confirmChange,
  createClubAdministrator,
  createMember,
  editPerson,
  listMails,
  listNoticeKinds,
  loadEmail,
  loadLink,
  newAddress,
  objectToChange,
  password,
  readCode,
  requestReset,
} from '../email-changes.ts'
import { insertFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'
import { protect, unprotect } from '../protection.ts'
import { drainJobs, runDailyJob } from '../queue.ts'
import { inDays, inMinutes } from '../time.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
const { query } = database()

test('the reader of the old address stops a pending change, or reverts a confirmed one', async () => {
  const [milo, office] = [await createMember(), await createClubAdministrator()]
  const address = newAddress()
  await editPerson(office, milo.id, { email: address })
  const token = await loadLink(address, 'token')
  expect((await objectToChange(await loadLink(milo.email, 'object'))).status).toBe(204)
  expect(await readCode(await confirmChange(token))).toBe('email_link_invalid')

  const second = await changeEmailAs(office, milo)
  const third = newAddress()
  await editPerson(office, milo.id, { email: third })
  expect(await loadEmail(milo.id)).toBe(second)
  const back = await loadLink(milo.email, 'object')
  expect((await objectToChange(back)).status).toBe(204)
  expect(await loadEmail(milo.id)).toBe(milo.email)
  expect(await readCode(await objectToChange(back))).toBe('email_link_invalid')
  // The newer change has ended with the withdrawn one, and codes reach the old address immediately.
  expect(await readCode(await confirmChange(await loadLink(third, 'token')))).toBe('email_link_invalid')
  await requestReset(milo.userName)
  await drainJobs()
  expect((await listMails(milo.email))[0]?.name).toBe('passwordReset')
  expect((await listAuditEntries('user')).map(({ action }) => action)).toContain('email.objected')
})

test('the reader of the old address stops a change also when the identity has been protected since', async () => {
  const [office, superadministrator] = [
    await createClubAdministrator(),
    await signedIn({ roles: { SuperAdministrator: {} } }),
  ]
  const loadHiddenEmail = async (userId: number) =>
    (await query.select().from(protectedIdentities).where(eq(protectedIdentities.userId, userId)))[0]?.email
  const milo = await createMember()
  await changeEmailAs(office, milo)
  await protect(superadministrator, milo.id)
  expect((await objectToChange(await loadLink(milo.email, 'object'))).status).toBe(204)
  expect([await loadEmail(milo.id), await loadHiddenEmail(milo.id)]).toEqual([null, milo.email])
  const stopped = await query.select().from(notices).where(eq(notices.kind, 'emailChangeStopped'))
  const aboutMilo = stopped.filter(({ path }) => path === `/profile/${milo.id}?tab=account`)
  expect(aboutMilo.map(({ userId, values }) => [userId, values])).toEqual([
    [superadministrator.id, { name: 'Skyddad deltagare' }],
  ])
  await unprotect(superadministrator, milo.id)
  expect(await loadEmail(milo.id)).toBe(milo.email)
})

test('a forged objection, or one to another change, stops nothing', async () => {
  const [milo, office] = [await createMember(), await createClubAdministrator()]
  const address = await changeEmailAs(office, milo)
  const [id = ''] = (await loadLink(milo.email, 'object')).split('.')
  for (const token of [id, `${id}.`, `${id}.${'A'.repeat(43)}`, 'x.y'])
    expect(await readCode(await objectToChange(token))).toBe('email_link_invalid')
  expect(await loadEmail(milo.id)).toBe(address)
})

test('the guardian, the office and the old address are notified; the person who made the change is not', async () => {
  const [milo, helena] = [
    await createMember({ birthOn: childBirthDate }),
    await createMember({ firstName: 'Helena', birthOn: '1983-05-01' }),
  ]
  const [actor, colleague, away] = [
    await createClubAdministrator(),
    await createClubAdministrator(),
    await signedIn({ roles: { Administrator: { Organization: [3] } } }),
  ]
  const link = { adultUserId: helena.id, childUserId: milo.id, createdByUserId: milo.id, createdAt: new Date() }
  await query.insert(guardianLinks).values({ ...link, confirmedAt: new Date() })
  await changeEmailAs(actor, milo)
  expect((await listMails(milo.email)).map(({ name }) => name)).toEqual(['emailChanged', 'emailChangeRequested'])
  expect((await listMails(helena.email)).map(({ name }) => name)).toEqual(['childEmailChanged'])
  const both = ['emailChangeRequested', 'emailChanged']
  expect([await listNoticeKinds(helena), await listNoticeKinds(colleague)]).toEqual([both, both])
  expect([await listNoticeKinds(actor), await listNoticeKinds(away), await listNoticeKinds(milo)]).toEqual([[], [], []])
})

test('superadministrators are notified when nobody else administers the person', async () => {
  const outsider = await createMember({ organizationIds: [] })
  const [actor, other] = [
    await signedIn({ roles: { SuperAdministrator: {} } }),
    await signedIn({ roles: { SuperAdministrator: {} } }),
  ]
  await changeEmailAs(actor, outsider)
  expect(await listNoticeKinds(other)).toEqual(['emailChangeRequested', 'emailChanged'])
})

test('a child’s first address is confirmed too', async () => {
  const milo = await createMember({ email: null, birthOn: childBirthDate })
  const address = newAddress()
  await editPerson(milo, milo.id, { email: address, password })
  expect(await loadEmail(milo.id)).toBeNull()
  expect((await confirmChange(await loadLink(address, 'token'))).status).toBe(204)
  expect(await loadEmail(milo.id)).toBe(address)
})

test('a pending change is sent again, withdrawn and replaced by the person and the office, and by nobody else', async () => {
  const [milo, office] = [await createMember(), await createClubAdministrator()]
  const address = newAddress()
  await editPerson(office, milo.id, { email: address })
  const first = await loadLink(address, 'token')
  expect((await milo.fetch('POST', `/user/${milo.id}/emailchange/resend`)).status).toBe(204)
  expect(await readCode(await confirmChange(first))).toBe('email_link_invalid')
  for (const other of [await createMember(), await signedIn({ roles: { Educator: {} } })]) {
    expect((await other.fetch('POST', `/user/${milo.id}/emailchange/resend`)).status).toBe(403)
    expect((await other.fetch('DELETE', `/user/${milo.id}/emailchange`)).status).toBe(403)
  }
  const again = await loadLink(address, 'token')
  const replacement = newAddress()
  await editPerson(milo, milo.id, { email: replacement, password })
  expect(await readCode(await confirmChange(again))).toBe('email_link_invalid')
  expect((await office.fetch('DELETE', `/user/${milo.id}/emailchange`)).status).toBe(204)
  expect((await office.fetch('DELETE', `/user/${milo.id}/emailchange`)).status).toBe(404)
  expect((await office.fetch('POST', `/user/${milo.id}/emailchange/resend`)).status).toBe(404)
  expect(await readCode(await confirmChange(await loadLink(replacement, 'token')))).toBe('email_link_invalid')
  expect(await loadEmail(milo.id)).toBe(milo.email)
})

test('a link expires, and works once for two concurrent requests', async () => {
  const milo = await createMember()
  const address = newAddress()
  await editPerson(milo, milo.id, { email: address, password })
  const token = await loadLink(address, 'token')
  await query
    .update(emailChanges)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(emailChanges.userId, milo.id))
  expect(await readCode(await confirmChange(token))).toBe('email_link_invalid')
  await query
    .update(emailChanges)
    .set({ expiresAt: inMinutes(1) })
    .where(eq(emailChanges.userId, milo.id))
  const both = await Promise.all([confirmChange(token), confirmChange(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 400])
  expect((await listMails(milo.email)).map(({ name }) => name)).toEqual(['emailChanged'])
})

test('a limited number of links is mailed', async () => {
  const milo = await createMember()
  const statuses: number[] = []
  for (let round = 0; round < 6; round++)
    statuses.push((await editPerson(milo, milo.id, { email: newAddress(), password })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('the database refuses an unconfirmed address, by any statement', async () => {
  const milo = await createMember()
  const write = query.update(users).set({ email: 'past-the-calls@example.se' }).where(eq(users.id, milo.id))
  await expect(write).rejects.toMatchObject({ cause: { message: expect.stringContaining('email_unconfirmed') } })
  expect(await loadEmail(milo.id)).toBe(milo.email)
})

test('old changes are removed', async () => {
  const milo = await createMember()
  await editPerson(milo, milo.id, { email: newAddress(), password })
  const changes = () => query.select().from(emailChanges).where(eq(emailChanges.userId, milo.id))
  await runDailyJob('emailChanges.forget')
  expect(await changes()).toHaveLength(1)
  await query.update(emailChanges).set({ createdAt: inDays(-91) })
  await runDailyJob('emailChanges.forget')
  expect(await changes()).toEqual([])
})
