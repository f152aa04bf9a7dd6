import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ListedDraft, Mailing, MailingDraft } from '#api/office/mailings/contract.ts'
import { mailingDrafts, mailings } from '#api/office/mailings/table.ts'
import { users } from '#api/people/users/table.ts'
import type { Person } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { inOneHour, mailsTo, member, query, staff } from './fixtures.ts'

const office = await staff({ SuperAdministrator: {} })
const author = await staff({ OrganizationAdmin: { Organization: [20] } }, [20])
const reader = await member({ organizationIds: [20] })
const audience = { kind: 'users' as const, userIds: [reader.id] }
const written = { audience, subject: 'Hej {{förnamn}}', text: 'Välkommen', due: null }

const store = (person: Person, fields: object = {}, headers = {}) =>
  person.json<MailingDraft>('POST', '/Mailings/drafts', { ...written, ...fields }, headers)
const listOf = async (person: Person) =>
  (await person.json<ListedDraft[]>('GET', '/Mailings/drafts')).map(({ id }) => id)
const send = ({ id, lastChange }: MailingDraft, person = author) =>
  person.fetch('POST', '/Mailings', { ...written, recipients: 1, draft: { id, lastChange } })

test('a draft keeps text, audience and time, is opened again, changed and deleted', async () => {
  const due = inOneHour()
  const draft = await store(author, { subject: '', text: '', due })
  expect(draft).toMatchObject({ audience, subject: '', text: '', due, authorId: author.id })
  const { lastChange } = draft
  const changed = await author.json<MailingDraft>('PUT', `/Mailings/drafts/${draft.id}`, { ...written, lastChange })
  expect(changed).toMatchObject(written)
  expect(await author.json('GET', `/Mailings/drafts/${draft.id}`)).toEqual(changed)
  expect((await author.fetch('DELETE', `/Mailings/drafts/${draft.id}`)).status).toBe(204)
  expect((await author.fetch('DELETE', `/Mailings/drafts/${draft.id}`)).status).toBe(204)
  expect(await listOf(author)).not.toContain(draft.id)
})

test('the list of drafts has neither their texts nor their people', async () => {
  const { id } = await store(author)
  const listed = (await author.json<ListedDraft[]>('GET', '/Mailings/drafts')).find((one) => one.id === id)
  expect(listed).toMatchObject({ audience: 'users', subject: written.subject, authorId: author.id })
  expect(listed).not.toHaveProperty('text')
})

test('a draft to a person who was merged into another is to that person, once', async () => {
  const [stays, goes] = [await member({ organizationIds: [20] }), await member({ organizationIds: [20] })]
  const { id } = await store(author, { audience: { kind: 'users', userIds: [goes.id, stays.id, reader.id] } })
  await query.update(users).set({ mergedInto: stays.id, inactiveAt: new Date() }).where(eq(users.id, goes.id))
  const { audience: chosen } = await author.json<MailingDraft>('GET', `/Mailings/drafts/${id}`)
  expect(chosen).toEqual({ kind: 'users', userIds: [stays.id, reader.id] })
})

test('the later of two editors gets a version conflict, and the first text stays', async () => {
  const { id, lastChange } = await store(author)
  const save = (person: Person, text: string) =>
    person.fetch('PUT', `/Mailings/drafts/${id}`, { ...written, text, lastChange })
  expect((await save(author, 'Författarens')).status).toBe(200)
  const late = await save(office, 'Kansliets')
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'changed_meanwhile' }])
  expect(await author.json('GET', `/Mailings/drafts/${id}`)).toMatchObject({ text: 'Författarens' })
})

test('a double press stores one draft', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, again] = [await store(author, {}, headers), await store(author, {}, headers)]
  expect(again.id).toBe(first.id)
})

test('a draft becomes one mailing, however often it is sent at the same time', async () => {
  const fresh = await member({ organizationIds: [20] })
  const draft = await store(author, { audience: { kind: 'users', userIds: [fresh.id] } })
  const body = {
    ...written,
    audience: draft.audience,
    recipients: 1,
    draft: { id: draft.id, lastChange: draft.lastChange },
  }
  const press = () => author.fetch('POST', '/Mailings', body)
  const answers = await Promise.all([press(), press()])
  const late = await press()
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await late.json()).toMatchObject({ code: 'mailing_started' })
  await drainJobs()
  expect(await mailsTo(fresh)).toHaveLength(1)
  expect(await query.select().from(mailings).where(eq(mailings.id, draft.id))).toHaveLength(1)
  expect(await query.select().from(mailingDrafts).where(eq(mailingDrafts.id, draft.id))).toEqual([])
})

test('a draft that somebody has changed is not sent with the older text', async () => {
  const draft = await store(author)
  const { lastChange } = draft
  await office.json('PUT', `/Mailings/drafts/${draft.id}`, { ...written, text: 'Nyare', lastChange })
  const refused = await send(draft)
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'changed_meanwhile' }])
  expect(await listOf(author)).toContain(draft.id)
  const mailing = await (await send(await author.json('GET', `/Mailings/drafts/${draft.id}`))).json<Mailing>()
  expect(mailing.id).toBe(draft.id)
})

test('drafts are seen by their author and by superadministrators only', async () => {
  const [draft, own] = [await store(author), await insertCourse('Utkast')]
  for (const { person, roles, name } of await createActors(own)) {
    const sees = 'SuperAdministrator' in roles
    const isStaff = Object.keys(roles).length > 0
    const status = sees ? 200 : isStaff ? 404 : 403
    const path = `/Mailings/drafts/${draft.id}`
    expect((await person.fetch('GET', path)).status, name).toBe(status)
    const edit = await person.fetch('PUT', path, { ...written, lastChange: '2020-01-01T00:00:00.000Z' })
    expect(edit.status, name).toBe(sees ? 409 : status)
    if (!sees) expect((await send(draft, person)).status, name).toBe(status)
    if (!sees) expect((await person.fetch('DELETE', path)).status, name).toBe(isStaff ? 204 : 403)
    if (isStaff) expect((await listOf(person)).includes(draft.id), name).toBe(sees)
  }
  expect(await listOf(author)).toContain(draft.id)
})
