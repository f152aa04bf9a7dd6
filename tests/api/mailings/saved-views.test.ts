import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { AudiencePreview } from '#api/office/mailings/contract.ts'
import type { SavedView } from '#api/office/saved-views/contract.ts'
import { users } from '#api/people/users/table.ts'
import { dayFromNow, insertCycle, insertLicense } from '../../licenses.ts'
import type { Person } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import {
  findMailing,
  inOneHour,
  mailsTo,
  member,
  preview,
  query,
  recipientsOf,
  send,
  staff,
  statusOf,
} from './fixtures.ts'

const office = await staff({ SuperAdministrator: {} })
const club = await staff({ OrganizationAdmin: { Organization: [20] } }, [20])

let views = 0

async function saveView(person: Person, queryText: string, { list = 'users', isShared = true } = {}) {
  views += 1
  const view = { list, name: `Vy ${views}`, query: queryText, isShared }
  const { id } = await person.json<SavedView>('POST', '/SavedViews', view)
  return { kind: 'savedView' as const, viewId: id }
}

/** Creates people with a word of their own in their last name, one in each of the clubs. */
async function namesake(word: string) {
  const near = await member({ lastName: word, organizationIds: [20] })
  const far = await member({ lastName: word, organizationIds: [30] })
  return { near, far }
}

const ids = ({ first }: AudiencePreview) => first.map(({ userId }) => userId).sort((a, b) => a - b)

test('a view shared by somebody with a wider scope never widens the scope of the sender', async () => {
  const { near, far } = await namesake('Vidsynt')
  const view = await saveView(office, 'text=Vidsynt')
  expect(ids(await preview(office, view))).toEqual([near.id, far.id])
  expect(ids(await preview(club, view))).toEqual([near.id])
  await send(club, view)
  await drainJobs()
  expect([await mailsTo(near), await mailsTo(far)].map(({ length }) => length)).toEqual([1, 0])
})

test('each actor reaches through a shared view exactly the people of their own list', async () => {
  await namesake('Omfattning')
  const view = await saveView(office, 'text=Omfattning')
  for (const { person, roles, name } of await createActors(await insertCourse('Vyer'))) {
    const isOffice = ['SuperAdministrator', 'Administrator', 'OrganizationAdmin'].some((role) => role in roles)
    const isStaff = Object.keys(roles).length > 0
    if (!isOffice) {
      expect(await statusOf(person, view), name).toBe(isStaff ? 404 : 403)
      continue
    }
    const listed = await person.json<{ items: { id: number }[] }>('POST', '/User/filtered', {
      searchString: 'Omfattning',
    })
    const shown = listed.items.map(({ id }) => id).sort((a, b) => a - b)
    expect(ids(await preview(person, view)), name).toEqual(shown)
  }
})

test('another’s private view and one of a list without access do not exist for the caller', async () => {
  const own = await saveView(office, 'text=Hemlig', { isShared: false })
  const holders = await saveView(office, 'search=Hemlig', { list: 'licenseHolders' })
  const mails = await saveView(office, 'who=Anna', { list: 'mails' })
  expect(await statusOf(club, own)).toBe(404)
  expect(await statusOf(club, holders)).toBe(404)
  expect(await statusOf(office, { ...own, viewId: 999_999 })).toBe(404)
  expect(await statusOf(office, mails)).toBe(400)
})

test('a view of holders selects those whom the list shows, each once', async () => {
  const licenseId = await insertLicense()
  const [holder, other] = [await member(), await member()]
  const cycle = { validFromOn: dayFromNow(-30), validToOn: dayFromNow(10) }
  await insertCycle({ ...cycle, licenseId, userId: holder.id })
  await insertCycle({ ...cycle, licenseId: await insertLicense(), userId: other.id })
  const view = await saveView(office, `licenseId=${licenseId}`, { list: 'licenseHolders' })
  expect(ids(await preview(office, view))).toEqual([holder.id])
})

test('a scheduled mailing goes to the people of the view when it is sent', async () => {
  const [stays, leaves] = [await member({ lastName: 'Senare' }), await member({ lastName: 'Senare' })]
  const view = await saveView(office, 'text=Senare')
  const mailing = await send(office, view, { due: inOneHour() })
  const comes = await member({ lastName: 'Senare' })
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, leaves.id))
  const now = { runAt: new Date() }
  await query
    .update(jobs)
    .set(now)
    .where(eq(jobs.key, `mailing ${mailing.id}`))
  await drainJobs()
  const letters = await Promise.all([stays, leaves, comes].map(mailsTo))
  expect(letters.map(({ length }) => length)).toEqual([1, 0, 1])
  expect(await findMailing(office, mailing.id)).toMatchObject({ state: 'sent', total: 3, skipReasons: { left: 1 } })
})

test('a view that is changed or removed after the confirmation is sent to nobody', async () => {
  const reader = await member({ lastName: 'Ombytt' })
  const view = await saveView(office, 'text=Ombytt')
  const mailing = await send(office, view, { due: inOneHour() })
  await office.fetch('POST', '/SavedViews', { list: 'users', name: `Vy ${views}`, query: '', isShared: true })
  await query
    .update(jobs)
    .set({ runAt: new Date() })
    .where(eq(jobs.key, `mailing ${mailing.id}`))
  await drainJobs()
  expect(await mailsTo(reader)).toEqual([])
  expect(await recipientsOf(mailing.id)).toMatchObject([{ state: 'skipped', reason: 'view' }])
})

test('a view of inactive people selects nobody', async () => {
  const view = await saveView(office, 'kind=inactive')
  expect((await preview(office, view)).total).toBe(0)
})
