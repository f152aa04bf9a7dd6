import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { OverviewParticipation } from '#api/office/overview/contract.ts'
import type { SavedView } from '#api/office/saved-views/contract.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { createEducation, educationResult, partResult } from '../../catalogue.ts'
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

let views = 0

async function saveView(list: 'overview' | 'participations', queryText: string, person = office) {
  views += 1
  const view = { list, name: `Översikt ${views}`, query: queryText, isShared: true }
  const { id } = await person.json<SavedView>('POST', '/SavedViews', view)
  return { kind: 'savedView' as const, viewId: id }
}

const signUp = (education: Awaited<ReturnType<typeof createEducation>>, { id }: Person) =>
  partResult({ userId: id, educationPartId: education.firstPartId, educationId: education.id })

/** Creates an education with two who are signed up, one of whom has completed it. */
async function course() {
  const [education, done, begun] = [await createEducation([{}]), await member(), await member()]
  await Promise.all([done, begun].map((person) => signUp(education, person)))
  await educationResult({ userId: done.id, educationId: education.id, completed: true, completedAt: new Date() })
  return { education, done, begun, byEducation: `educationId=${education.id}` }
}

const idsOf = async (audience: Awaited<ReturnType<typeof saveView>>, person = office) =>
  (await preview(person, audience)).first.map(({ userId }) => userId).toSorted((a, b) => a - b)

test('a view of participations selects the people of its rows, each once', async () => {
  const { education, done, begun, byEducation } = await course()
  const another = await createEducation([{}])
  await signUp(another, begun)
  expect(await idsOf(await saveView('participations', byEducation))).toEqual([done.id, begun.id])
  expect(await idsOf(await saveView('participations', `${byEducation}&state=completed`))).toEqual([done.id])
  expect(await idsOf(await saveView('participations', `${byEducation}&from=2019-01-01&to=2019-12-31`))).toEqual([])
  const { items } = await office.json<{ items: OverviewParticipation[] }>(
    'GET',
    `/overview/participations?educationId=${education.id}`,
  )
  expect(items.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual([done.id, begun.id])
})

test('a view of the overview selects everybody who is counted, and of the hours those who have completed', async () => {
  await course()
  const everybody = await preview(office, await saveView('overview', ''))
  expect(everybody.total).toBeGreaterThanOrEqual(2)
  const hours = await preview(office, await saveView('overview', 'tab=hours'))
  expect(hours.total).toBeGreaterThanOrEqual(1)
  expect(hours.total).toBeLessThan(everybody.total)
  expect((await preview(office, await saveView('overview', 'from=2019-01-01&to=2019-01-31'))).total).toBe(0)
})

test.each(['', 'tab=hours', 'externalOnly=true', 'withoutCategory=true', 'from=2019-01-01&to=2019-12-31'])(
  'a view of the overview by "%s" selects exactly the people of its lists',
  async (filter) => {
    await course()
    const outside = await member({ isExternal: true })
    await signUp(await createEducation([{}]), outside)
    const states = filter === 'tab=hours' ? ['completed'] : ['signedUp', 'completed']
    const listed = await Promise.all(
      states.map((state) =>
        office.json<{ items: OverviewParticipation[]; total: number }>(
          'GET',
          `/overview/participations?${new URLSearchParams(`${filter}&state=${state}&pageSize=200`)}`,
        ),
      ),
    )
    for (const { items, total } of listed) expect(items).toHaveLength(total)
    const people = new Set(listed.flatMap(({ items }) => items.map(({ userId }) => userId)))
    expect((await preview(office, await saveView('overview', filter))).total).toBe(people.size)
  },
)

test('only superadministrators reach anybody through a view of the overview', async () => {
  const { byEducation } = await course()
  const audiences = [await saveView('participations', byEducation), await saveView('overview', '')]
  for (const { person, roles, name } of await createActors(await insertCourse('Översiktsvy'))) {
    const isStaff = Object.keys(roles).length > 0
    const status = 'SuperAdministrator' in roles ? 200 : isStaff ? 404 : 403
    for (const audience of audiences) expect(await statusOf(person, audience), name).toBe(status)
  }
})

const runNow = async (mailingId: string) => {
  await query
    .update(jobs)
    .set({ runAt: new Date() })
    .where(eq(jobs.key, `mailing ${mailingId}`))
  await drainJobs()
}

test('a scheduled mailing goes to the participations as they are when it is sent', async () => {
  const { education, done, begun, byEducation } = await course()
  const mailing = await send(office, await saveView('participations', byEducation), { due: inOneHour() })
  const comes = await member()
  await signUp(education, comes)
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, begun.id))
  await runNow(mailing.id)
  const letters = await Promise.all([done, begun, comes].map(mailsTo))
  expect(letters.map(({ length }) => length)).toEqual([1, 0, 1])
  expect(await findMailing(office, mailing.id)).toMatchObject({ state: 'sent', total: 3, skipReasons: { left: 1 } })
})

test('an author who is no longer a superadministrator mails nobody through the view', async () => {
  const { done, byEducation } = await course()
  const author = await staff({ SuperAdministrator: {} })
  const mailing = await send(author, await saveView('participations', byEducation, author), { due: inOneHour() })
  await query.delete(userRoles).where(eq(userRoles.userId, author.id))
  await runNow(mailing.id)
  expect(await mailsTo(done)).toEqual([])
  const outcomes = (await recipientsOf(mailing.id)).map(({ state, reason }) => [state, reason])
  expect(new Set(outcomes.map(String))).toEqual(new Set(['skipped,author']))
})
