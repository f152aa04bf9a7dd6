import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Role } from '#api/actor.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { SavedView } from '#api/office/saved-views/contract.ts'
import { roleExtensions, userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { createEducation, partResult } from '../../catalogue.ts'
import { insertCycle, insertLicense } from '../../licenses.ts'
import type { Person } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { inOneHour, mailsTo, member, preview, query, recipientsOf, send, staff } from './fixtures.ts'

let views = 0

async function saveView(person: Person, queryText: string, list = 'users') {
  views += 1
  const view = { list, name: `Roll ${views}`, query: queryText, isShared: false }
  const { id } = await person.json<SavedView>('POST', '/SavedViews', view)
  return { kind: 'savedView' as const, viewId: id }
}

/** Replaces the roles of a person by one, limited to some organisations or to none. */
async function giveRole({ id: userId }: Person, role: Role, organizationIds: number[] = []): Promise<void> {
  await query.delete(roleExtensions).where(eq(roleExtensions.userId, userId))
  await query.delete(userRoles).where(eq(userRoles.userId, userId))
  await query.insert(userRoles).values({ userId, role })
  for (const referenceId of organizationIds)
    await query.insert(roleExtensions).values({ userId, role, kind: 'Organization', referenceId })
}

/** Sends a scheduled mailing now. */
async function sendNow({ id }: { id: string }): Promise<void> {
  const now = { runAt: new Date() }
  await query
    .update(jobs)
    .set(now)
    .where(eq(jobs.key, `mailing ${id}`))
  await drainJobs()
}

const counts = async (people: Person[]) => (await Promise.all(people.map(mailsTo))).map(({ length }) => length)

test('an administrator who becomes a club administrator mails nobody through a view of an education', async () => {
  const author = await staff({ Administrator: {} })
  const [booked, other] = [await member({ organizationIds: [20] }), await member({ organizationIds: [20] })]
  const course = await createEducation([{ title: 'Rollbyte' }])
  const sum = { educationPartId: course.firstPartId, educationId: course.id }
  await partResult({ userId: booked.id, ...sum, signedUpAt: new Date() })
  const view = await saveView(author, `education=${course.id}&state=0`)
  expect((await preview(author, view)).total).toBe(1)
  const mailing = await send(author, view, { due: inOneHour() })
  await giveRole(author, 'OrganizationAdmin', [20])
  await sendNow(mailing)
  expect(await counts([booked, other])).toEqual([0, 0])
  expect(await recipientsOf(mailing.id)).toMatchObject([{ userId: booked.id, state: 'skipped', reason: 'author' }])
})

test.each([
  { from: 'OrganizationAdmin', organizations: [20], to: 'Administrator', now: [] },
  { from: 'OrganizationAdmin', organizations: [20], to: 'OrganizationAdmin', now: [20, 30] },
  { from: 'Administrator', organizations: [20], to: 'SuperAdministrator', now: [] },
] as const)('nobody is added when $from of $organizations becomes $to of $now', async (change) => {
  const author = await staff({ [change.from]: { Organization: [...change.organizations] } }, [20])
  const word = `Vidgad${change.to}${change.now.length}`
  const near = await member({ lastName: word, organizationIds: [20] })
  const far = await member({ lastName: word, organizationIds: [30] })
  const view = await saveView(author, `text=${word}`)
  const mailing = await send(author, view, { due: inOneHour() })
  const comes = await member({ lastName: word, organizationIds: [20] })
  await giveRole(author, change.to, [...change.now])
  await sendNow(mailing)
  expect(await counts([near, far, comes])).toEqual([1, 0, 0])
})

test('a smaller scope leaves out those who were confirmed and are beyond it', async () => {
  const author = await staff({ OrganizationAdmin: { Organization: [20, 30] } }, [20])
  const near = await member({ lastName: 'Minskad', organizationIds: [20] })
  const far = await member({ lastName: 'Minskad', organizationIds: [30] })
  const mailing = await send(author, await saveView(author, 'text=Minskad'), { due: inOneHour() })
  await giveRole(author, 'OrganizationAdmin', [20])
  await sendNow(mailing)
  expect(await counts([near, far])).toEqual([1, 0])
})

test('an author who may no longer see holders of licences is the reason, not the view', async () => {
  const author = await staff({ SuperAdministrator: {} })
  const [licenseId, holder, inactive] = [await insertLicense(), await member(), await member()]
  for (const { id: userId } of [holder, inactive])
    await insertCycle({ licenseId, userId, validFromOn: '2026-01-01', validToOn: '2099-01-01' })
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, inactive.id))
  const view = await saveView(author, `licenseId=${licenseId}`, 'licenseHolders')
  expect((await preview(author, view)).total).toBe(1)
  const mailing = await send(author, view, { due: inOneHour() })
  await giveRole(author, 'Administrator')
  await sendNow(mailing)
  expect(await recipientsOf(mailing.id)).toMatchObject([{ state: 'skipped', reason: 'author' }])
})

test('a mail to one chosen person is personal and comes although the person has declined mailings', async () => {
  const author = await staff({ OrganizationAdmin: { Organization: [20] } }, [20])
  const [reader, other] = [await member({ organizationIds: [20] }), await member({ organizationIds: [20] })]
  for (const person of [reader, other])
    await person.fetch('PUT', '/Mails/choices', { topic: 'mailings', wanted: false })
  const personal = { kind: 'users' as const, userIds: [reader.id] }
  expect((await preview(author, personal)).declined).toBe(0)
  await send(author, personal)
  await send(author, { kind: 'users', userIds: [reader.id, other.id] })
  await drainJobs()
  expect(await counts([reader, other])).toEqual([1, 0])
  expect((await mailsTo(reader))[0]?.body).not.toContain('tab=account')
})
