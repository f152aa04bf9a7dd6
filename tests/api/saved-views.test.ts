import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SavedView } from '#api/office/saved-views/contract.ts'
import { savedViews } from '#api/office/saved-views/table.ts'
import { listAuditEntries } from '../audit.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse } from '../scope/federation.ts'
import { readRefusal } from './results/fixtures.ts'

await insertFederation()

const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Ek' })
const administrator = await signedIn({ roles: { Administrator: { Organization: [2] } } })
const actors = await createActors(await insertCourse('Alfa'))

const save = (person: Person, name: string, fields: object = {}) =>
  person.fetch('POST', '/SavedViews', { list: 'users', name, query: 'role=Educator', isShared: false, ...fields })

const list = (person: Person, name = 'users') => person.json<SavedView[]>('GET', `/SavedViews?list=${name}`)

const namesOf = (views: SavedView[]) => views.map(({ name }) => name)

const remove = async (person: Person, id: number | undefined) =>
  (await person.fetch('DELETE', `/SavedViews/${id}`)).status

test('a view belongs to its owner, has its filter alone, and is replaced by one of the same name', async () => {
  await save(superadministrator, 'Utbildare', { query: '?role=Educator&page=7&text=&kind=member' })
  expect(await list(superadministrator)).toMatchObject([
    { list: 'users', name: 'Utbildare', query: 'kind=member&role=Educator', isShared: false, ownerName: null },
  ])
  await save(superadministrator, 'Utbildare', { query: 'role=Administrator' })
  expect(await list(superadministrator)).toMatchObject([{ name: 'Utbildare', query: 'role=Administrator' }])
  expect(await list(superadministrator, 'payments')).toEqual([])
  expect(await list(administrator)).toEqual([])
  const [entry] = await listAuditEntries('savedView')
  expect(entry).toMatchObject({ action: 'savedView.saved', data: { address: '/users', isShared: false } })
  expect(JSON.stringify(entry)).not.toContain('role=')
})

test('two saves of one name at once are one view', async () => {
  const answers = await Promise.all(
    ['a', 'b'].map((role) => save(administrator, 'Samtidigt', { query: `role=${role}` })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(namesOf(await list(administrator))).toEqual(['Samtidigt'])
})

test('only administrators share, and only those who may open the list see what is shared', async () => {
  await save(superadministrator, 'Delad', { isShared: true })
  await save(superadministrator, 'Betalda', { list: 'payments', query: 'status=2', isShared: true })
  for (const { name, person, roles } of actors) {
    const mayOpen = 'OrganizationAdmin' in roles || 'Administrator' in roles || 'SuperAdministrator' in roles
    const isStaff = Object.keys(roles).length > 0
    const answer = await person.fetch('GET', '/SavedViews?list=users')
    expect(answer.status, name).toBe(isStaff ? 200 : 403)
    if (isStaff) expect(namesOf(await answer.json<SavedView[]>()).includes('Delad'), name).toBe(mayOpen)
    const isSuper = 'SuperAdministrator' in roles
    if (isStaff) expect(namesOf(await list(person, 'payments')), name).toEqual(isSuper ? ['Betalda'] : [])
    const managesExams = 'Educator' in roles || 'Administrator' in roles || isSuper
    const examView = await save(person, 'Prov', { list: 'exams', query: 'from=' })
    expect(examView.status, name).toBe(managesExams ? 200 : 403)
    expect((await save(person, 'Jobb', { list: 'jobs', query: '' })).status, name).toBe(isSuper ? 200 : 403)
    const own = await save(person, 'Egen')
    expect(own.status, name).toBe(mayOpen ? 200 : 403)
    const mayShare = 'Administrator' in roles || isSuper
    expect((await save(person, 'Vår', { isShared: true })).status, name).toBe(mayShare ? 200 : 403)
  }
  expect((await list(administrator)).find(({ name }) => name === 'Delad')).toMatchObject({
    ownerName: 'Siv Ek',
    canRemove: false,
  })
})

test('the owner removes a view, superadministrators a shared one, and nobody else any', async () => {
  await save(administrator, 'Hemlig')
  await save(administrator, 'Gemensam', { isShared: true })
  const own = await list(administrator)
  const [hidden, shared] = ['Hemlig', 'Gemensam'].map((name) => own.find((view) => view.name === name)?.id)
  const clubAdministrator = actors.find(({ name }) => name === 'the administrator of one club')?.person
  if (!clubAdministrator) throw new Error('there is no club administrator')
  expect(await remove(clubAdministrator, shared)).toBe(204)
  expect(await remove(superadministrator, hidden)).toBe(204)
  expect(namesOf(await list(administrator))).toEqual(expect.arrayContaining(['Gemensam', 'Hemlig']))
  expect(await remove(superadministrator, shared)).toBe(204)
  expect(await remove(administrator, hidden)).toBe(204)
  expect(await remove(administrator, hidden)).toBe(204)
  expect(namesOf(await list(administrator))).not.toEqual(expect.arrayContaining(['Hemlig']))
  expect(namesOf(await list(administrator))).not.toContain('Gemensam')
})

test('a person saves at most fifty views of a list', async () => {
  const owner = await signedIn({ roles: { SuperAdministrator: {} } })
  const view = { userId: owner.id, list: 'mails' as const, query: '', isShared: false, createdAt: new Date() }
  for (let number = 1; number <= 50; number += 1)
    await query.insert(savedViews).values({ ...view, name: `Vy ${number}` })
  expect(await readRefusal(await save(owner, 'En till', { list: 'mails' }))).toEqual([409, 'views_enough'])
  expect((await save(owner, 'Vy 7', { list: 'mails' })).status).toBe(200)
  expect((await save(owner, 'En till')).status).toBe(200)
  expect(await query.select().from(savedViews).where(eq(savedViews.userId, owner.id))).toHaveLength(51)
})

test('an unknown list and a query that is too long are refused by field', async () => {
  for (const [field, fields] of [
    ['list', { list: 'everything' }],
    ['name', { name: ' ' }],
    ['query', { query: 'a'.repeat(2001) }],
  ] as const) {
    const answer = await save(superadministrator, 'Fel', fields)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(await answer.json())).toContain(field)
  }
})
