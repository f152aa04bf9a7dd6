import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { emailChanges } from '#api/people/email-changes/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { users } from '#api/people/users/table.ts'
import { auditOf } from '../audit.ts'
import {
  askReset,
  changedBy,
  clubAdmin,
  codeOf,
  confirm,
  edit,
  emailOf,
  linkTo,
  mailsTo,
  member,
  newAddress,
  noticesOf,
  object,
  password,
  young,
} from '../email-changes.ts'
import { foundFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'
import { drainJobs, runDaily } from '../queue.ts'
import { inDays, inMinutes } from '../time.ts'

vi.setConfig({ testTimeout: 30_000 })
await foundFederation()
const { query } = database()

test('the reader of the old address stops the change before it counts, and takes the address back after', async () => {
  const [milo, office] = [await member(), await clubAdmin()]
  const address = newAddress()
  await edit(office, milo.id, { email: address })
  const token = await linkTo(address, 'token')
  expect((await object(await linkTo(milo.email, 'object'))).status).toBe(204)
  expect(await codeOf(await confirm(token))).toBe('email_link_invalid')

  const second = await changedBy(office, milo)
  const third = newAddress()
  await edit(office, milo.id, { email: third })
  expect(await emailOf(milo.id)).toBe(second)
  const back = await linkTo(milo.email, 'object')
  expect((await object(back)).status).toBe(204)
  expect(await emailOf(milo.id)).toBe(milo.email)
  expect(await codeOf(await object(back))).toBe('email_link_invalid')
  // The newer change has ended with the withdrawn one, and codes reach the old address immediately.
  expect(await codeOf(await confirm(await linkTo(third, 'token')))).toBe('email_link_invalid')
  await askReset(milo.userName)
  await drainJobs()
  expect((await mailsTo(milo.email))[0]?.name).toBe('passwordReset')
  expect((await auditOf('user')).map(({ action }) => action)).toContain('email.objected')
})

test('a made-up objection, or one of another change, stops nothing', async () => {
  const [milo, office] = [await member(), await clubAdmin()]
  const address = await changedBy(office, milo)
  const [id = ''] = (await linkTo(milo.email, 'object')).split('.')
  for (const token of [id, `${id}.`, `${id}.${'A'.repeat(43)}`, 'x.y'])
    expect(await codeOf(await object(token))).toBe('email_link_invalid')
  expect(await emailOf(milo.id)).toBe(address)
})

test('the guardian, the office and the old address are notified; the one who did it is not', async () => {
  const [milo, helena] = [
    await member({ birthOn: young }),
    await member({ firstName: 'Helena', birthOn: '1983-05-01' }),
  ]
  const [actor, colleague, away] = [
    await clubAdmin(),
    await clubAdmin(),
    await signedIn({ roles: { Administrator: { Organization: [3] } } }),
  ]
  const link = { adultUserId: helena.id, childUserId: milo.id, createdByUserId: milo.id, createdAt: new Date() }
  await query.insert(guardianLinks).values({ ...link, confirmedAt: new Date() })
  await changedBy(actor, milo)
  expect((await mailsTo(milo.email)).map(({ name }) => name)).toEqual(['emailChanged', 'emailChangeRequested'])
  expect((await mailsTo(helena.email)).map(({ name }) => name)).toEqual(['childEmailChanged'])
  const both = ['emailChangeRequested', 'emailChanged']
  expect([await noticesOf(helena), await noticesOf(colleague)]).toEqual([both, both])
  expect([await noticesOf(actor), await noticesOf(away), await noticesOf(milo)]).toEqual([[], [], []])
})

test('where nobody else answers for the person the superadministrators are notified', async () => {
  const outsider = await member({ organizationIds: [] })
  const [actor, other] = [
    await signedIn({ roles: { SuperAdministrator: {} } }),
    await signedIn({ roles: { SuperAdministrator: {} } }),
  ]
  await changedBy(actor, outsider)
  expect(await noticesOf(other)).toEqual(['emailChangeRequested', 'emailChanged'])
})

test('a child’s first address is confirmed too', async () => {
  const milo = await member({ email: null, birthOn: young })
  const address = newAddress()
  await edit(milo, milo.id, { email: address, password })
  expect(await emailOf(milo.id)).toBeNull()
  expect((await confirm(await linkTo(address, 'token'))).status).toBe(204)
  expect(await emailOf(milo.id)).toBe(address)
})

test('a pending change is sent again, withdrawn and replaced by the person and the office, and by nobody else', async () => {
  const [milo, office] = [await member(), await clubAdmin()]
  const address = newAddress()
  await edit(office, milo.id, { email: address })
  const first = await linkTo(address, 'token')
  expect((await milo.fetch('POST', `/user/${milo.id}/emailchange/resend`)).status).toBe(204)
  expect(await codeOf(await confirm(first))).toBe('email_link_invalid')
  for (const other of [await member(), await signedIn({ roles: { Educator: {} } })]) {
    expect((await other.fetch('POST', `/user/${milo.id}/emailchange/resend`)).status).toBe(403)
    expect((await other.fetch('DELETE', `/user/${milo.id}/emailchange`)).status).toBe(403)
  }
  const again = await linkTo(address, 'token')
  const replacement = newAddress()
  await edit(milo, milo.id, { email: replacement, password })
  expect(await codeOf(await confirm(again))).toBe('email_link_invalid')
  expect((await office.fetch('DELETE', `/user/${milo.id}/emailchange`)).status).toBe(204)
  expect((await office.fetch('DELETE', `/user/${milo.id}/emailchange`)).status).toBe(404)
  expect((await office.fetch('POST', `/user/${milo.id}/emailchange/resend`)).status).toBe(404)
  expect(await codeOf(await confirm(await linkTo(replacement, 'token')))).toBe('email_link_invalid')
  expect(await emailOf(milo.id)).toBe(milo.email)
})

test('a link expires, and works once of two at once', async () => {
  const milo = await member()
  const address = newAddress()
  await edit(milo, milo.id, { email: address, password })
  const token = await linkTo(address, 'token')
  await query
    .update(emailChanges)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(emailChanges.userId, milo.id))
  expect(await codeOf(await confirm(token))).toBe('email_link_invalid')
  await query
    .update(emailChanges)
    .set({ expiresAt: inMinutes(1) })
    .where(eq(emailChanges.userId, milo.id))
  const both = await Promise.all([confirm(token), confirm(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 400])
  expect((await mailsTo(milo.email)).map(({ name }) => name)).toEqual(['emailChanged'])
})

test('links are mailed a few times and no more', async () => {
  const milo = await member()
  const statuses: number[] = []
  for (let round = 0; round < 6; round++)
    statuses.push((await edit(milo, milo.id, { email: newAddress(), password })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('the database refuses an address that nobody has confirmed, by any statement', async () => {
  const milo = await member()
  const write = query.update(users).set({ email: 'past-the-calls@example.se' }).where(eq(users.id, milo.id))
  await expect(write).rejects.toMatchObject({ cause: { message: expect.stringContaining('email_unconfirmed') } })
  expect(await emailOf(milo.id)).toBe(milo.email)
})

test('old changes are forgotten', async () => {
  const milo = await member()
  await edit(milo, milo.id, { email: newAddress(), password })
  const changes = () => query.select().from(emailChanges).where(eq(emailChanges.userId, milo.id))
  await runDaily('emailChanges.forget')
  expect(await changes()).toHaveLength(1)
  await query.update(emailChanges).set({ createdAt: inDays(-91) })
  await runDaily('emailChanges.forget')
  expect(await changes()).toEqual([])
})
