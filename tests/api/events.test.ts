import { beforeEach, expect, test } from 'vitest'
import type { Event } from '#api/catalogue/events/contract.ts'
import { events } from '#api/catalogue/events/table.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

let educator: Person
let learner: Person

beforeEach(async () => {
  await database().query.delete(events)
  educator = await signedIn({ roles: { Educator: {} }, firstName: 'Eva', lastName: 'Ek' })
  learner = await signedIn()
})

const create = (content: string) => educator.fetch('POST', '/Events', { content })
const latest = (who: Person) => who.json<{ id: number; content: string }[]>('GET', '/Events/latest?limit=10')

test('an educator’s event is listed first for everybody, and the audit log shows its author', async () => {
  await create('Första')
  const response = await create('  Ny säsong 🏁  ')
  expect(response.status).toBe(200)
  const event = await bodyOf<Event>(response)
  expect(event).toMatchObject({ content: 'Ny säsong 🏁', createdByUserId: educator.id, createdByName: 'Eva Ek' })
  expect(await latest(learner)).toMatchObject([{ id: event.id, content: 'Ny säsong 🏁' }, { content: 'Första' }])
  expect((await listAuditEntries('event'))[0]).toEqual({
    action: 'event.created',
    userId: educator.id,
    targetId: String(event.id),
    data: { after: { content: 'Ny säsong 🏁' } },
  })
})

test('at most ten events are returned, and no more can be requested', async () => {
  const written = Array.from({ length: 12 }, (_, i) => {
    const at = new Date(Date.now() + i)
    return { content: `Händelse ${i + 1}`, createdByUserId: educator.id, createdAt: at, changedAt: at }
  })
  await database().query.insert(events).values(written)
  expect((await latest(learner)).map((event) => event.content)).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((i) => `Händelse ${i}`),
  )
  expect(await (await learner.fetch('GET', '/Events/latest')).json()).toHaveLength(10)
  expect(await (await learner.fetch('GET', '/Events/latest?limit=2')).json()).toHaveLength(2)
  expect((await learner.fetch('GET', '/Events/latest?limit=11')).status).toBe(400)
})

test('a text of 140 characters is accepted, one more is refused, and an emoji counts as one', async () => {
  expect((await create('å'.repeat(140))).status).toBe(200)
  expect((await create('🏁'.repeat(140))).status).toBe(200)
  const tooLong = await create('å'.repeat(141))
  expect(tooLong.status).toBe(400)
  expect(await tooLong.json()).toMatchObject({
    code: 'invalid_input',
    fields: { content: 'Skriv högst 140 tecken.' },
  })
  expect((await create('   ')).status).toBe(400)
  expect((await educator.fetch('POST', '/Events', {})).status).toBe(400)
})

test('a changed event retains its time and author', async () => {
  const event = await bodyOf<Event>(create('Före'))
  const administrator = await signedIn({ roles: { Administrator: {} } })
  const response = await administrator.fetch('PUT', '/Events', { id: event.id, content: 'Efter' })
  expect(await response.json()).toMatchObject({
    content: 'Efter',
    created: event.created,
    createdByUserId: educator.id,
  })
  expect(await latest(learner)).toMatchObject([{ content: 'Efter' }])
  expect((await listAuditEntries('event'))[0]).toMatchObject({ action: 'event.changed', userId: administrator.id })
})

test('a save over somebody else’s change is refused, and stores nothing', async () => {
  const event = await bodyOf<Event>(create('Före'))
  const save = (content: string) =>
    educator.fetch('PUT', '/Events', { id: event.id, content, modified: event.modified })
  expect((await save('Den ena')).status).toBe(200)
  const before = (await listAuditEntries('event')).length
  const late = await save('Den andra')
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({ code: 'changed_meanwhile' })
  expect(await latest(learner)).toMatchObject([{ content: 'Den ena' }])
  expect(await listAuditEntries('event')).toHaveLength(before)
})

test('an event is removed by either address', async () => {
  const one = await bodyOf<Event>(create('Ett'))
  const two = await bodyOf<Event>(create('Två'))
  expect((await educator.fetch('DELETE', `/Events?id=${one.id}`)).status).toBe(204)
  expect((await educator.fetch('DELETE', `/Events/${two.id}`)).status).toBe(204)
  expect(await latest(learner)).toEqual([])
  expect((await listAuditEntries('event'))[0]).toMatchObject({
    action: 'event.removed',
    data: { before: { content: 'Två' } },
  })
  expect((await educator.fetch('DELETE', `/Events/${two.id}`)).status).toBe(404)
  expect((await educator.fetch('PUT', '/Events', { id: two.id, content: 'Tre' })).status).toBe(404)
  expect((await educator.fetch('DELETE', '/Events')).status).toBe(400)
})

test('only educators and administrators write events, and only members read them', async () => {
  const { id } = await bodyOf<Event>(create('Kvar'))
  const orgadmin = await signedIn({ roles: { OrganizationAdmin: {} } })
  for (const person of [learner, orgadmin]) {
    expect((await person.fetch('POST', '/Events', { content: 'Nej' })).status).toBe(403)
    expect((await person.fetch('PUT', '/Events', { id, content: 'Nej' })).status).toBe(403)
    expect((await person.fetch('DELETE', `/Events?id=${id}`)).status).toBe(403)
    expect((await person.fetch('DELETE', `/Events/${id}`)).status).toBe(403)
  }
  expect((await anonymous('GET', '/Events/latest')).status).toBe(401)
  expect(await latest(learner)).toMatchObject([{ content: 'Kvar' }])
})
