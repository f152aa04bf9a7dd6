import { expect, test } from 'vitest'
import type { PersonNote } from '#api/people/person-notes/contract.ts'
import { maxNoteLength } from '#api/people/person-notes/rules.ts'
import { personNotes } from '#api/people/person-notes/table.ts'
import { listAuditEntries } from '../audit.ts'
import { insertFederation } from '../federation.ts'
import { insertParent } from '../guardians.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { protect } from '../protection.ts'

const { query } = database()
await insertFederation()

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const north = await signedIn({ roles: { Administrator: { Organization: [2] } }, firstName: 'Nora', lastName: 'Nord' })
const alsoNorth = await signedIn({ roles: { Administrator: { Organization: [2] } } })
const south = await signedIn({ roles: { Administrator: { Organization: [3] } } })
const club = await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [20] })
const educator = await signedIn({ roles: { Educator: {} }, organizationIds: [20] })

const member = () => signedIn({ organizationIds: [20] })
const list = (as: Person, id: number) => as.json<PersonNote[]>('GET', `/user/${id}/Notes`)
const add = (as: Person, id: number, text: string) => as.json<PersonNote>('POST', `/user/${id}/Notes`, { text })
const statusOf = async (as: Person, ...call: Parameters<Person['fetch']>) => (await as.fetch(...call)).status
const noted = async (id: number) =>
  (await listAuditEntries('user'))
    .filter(({ action, targetId }) => action !== 'user.read' && targetId === String(id))
    .map(({ action, data }) => ({ action, data }))

test('administrators of the person write and read notes, the newest first, and the log has nothing of the text', async () => {
  const { id } = await member()
  const first = await add(north, id, '  Ringde om kursen.\nVill ha besked.  ')
  expect(first).toMatchObject({ text: 'Ringde om kursen.\nVill ha besked.', authorName: 'Nora Nord', mayRemove: true })
  await add(alsoNorth, id, 'Har fått besked.')
  expect((await list(north, id)).map(({ text, mayRemove }) => [text, mayRemove])).toEqual([
    ['Har fått besked.', false],
    ['Ringde om kursen.\nVill ha besked.', true],
  ])
  expect((await list(superadministrator, id)).map(({ mayRemove }) => mayRemove)).toEqual([true, true])
  expect(await noted(id)).toEqual([
    { action: 'user.noteAdded', data: {} },
    { action: 'user.noteAdded', data: {} },
  ])
})

test('neither the person, the club, an educator, another district nor a guardian who is an administrator reads or writes them', async () => {
  const child = await signedIn({ organizationIds: [20], birthOn: '2015-01-01' })
  const parent = await signedIn({ roles: { Administrator: {} }, birthOn: '1980-01-01' })
  await insertParent(parent, child)
  const { id } = await add(north, child.id, 'Bara för kansliet.')
  for (const as of [child, club, educator, south, parent]) {
    expect(await statusOf(as, 'GET', `/user/${child.id}/Notes`)).toBe(403)
    expect(await statusOf(as, 'POST', `/user/${child.id}/Notes`, { text: 'Hej' })).toBe(403)
    expect(await statusOf(as, 'DELETE', `/user/${child.id}/Notes/${id}`)).toBe(403)
  }
  expect(await statusOf(north, 'GET', `/user/${north.id}/Notes`)).toBe(403)
  expect((await anonymous('GET', `/user/${child.id}/Notes`)).status).toBe(401)
  expect(await statusOf(superadministrator, 'GET', '/user/999999/Notes')).toBe(404)
  expect(await list(north, child.id)).toHaveLength(1)
})

test('the author or a superadministrator removes a note, once, and not by another person’s page', async () => {
  const { id } = await member()
  const other = await member()
  const note = await add(north, id, 'Fel person.')
  const path = `/user/${id}/Notes/${note.id}`
  expect(await statusOf(alsoNorth, 'DELETE', path)).toBe(403)
  expect(await statusOf(north, 'DELETE', `/user/${other.id}/Notes/${note.id}`)).toBe(204)
  expect(await list(north, id)).toHaveLength(1)
  expect(await statusOf(north, 'DELETE', path)).toBe(204)
  expect(await statusOf(north, 'DELETE', path)).toBe(204)
  const byOffice = await add(north, id, 'En till.')
  expect(await statusOf(superadministrator, 'DELETE', `/user/${id}/Notes/${byOffice.id}`)).toBe(204)
  expect((await noted(id)).map(({ action }) => action).toSorted()).toEqual([
    'user.noteAdded',
    'user.noteAdded',
    'user.noteRemoved',
    'user.noteRemoved',
  ])
})

test('an empty and a too long note are refused at their field, and a repeat writes one', async () => {
  const { id } = await member()
  for (const text of ['', '   ', 'x'.repeat(maxNoteLength + 1)]) {
    const answer = await north.fetch('POST', `/user/${id}/Notes`, { text })
    expect([answer.status, Object.keys((await answer.json<{ fields: object }>()).fields)]).toEqual([400, ['text']])
  }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (const _ of [1, 2]) await north.json('POST', `/user/${id}/Notes`, { text: 'En gång.' }, headers)
  expect(await list(north, id)).toHaveLength(1)
})

test('notes are hidden while the identity is protected, except from superadministrators', async () => {
  const { id } = await member()
  await add(north, id, 'Från förr.')
  await protect(superadministrator, id)
  expect(await statusOf(north, 'GET', `/user/${id}/Notes`)).toBe(403)
  expect(await list(superadministrator, id)).toHaveLength(1)
  expect((await noted(id)).map(({ action }) => action)).toContain('user.protectedRead')
})

test('the person’s own export has the notes, without their authors', async () => {
  const it = await member()
  await add(north, it.id, 'Står i utdraget.')
  const { records } = await it.json<{ records: Record<string, Record<string, unknown>[]> }>(
    'GET',
    `/user/${it.id}/personaldata`,
  )
  expect(records['person_notes']).toEqual([expect.objectContaining({ text: 'Står i utdraget.' })])
  expect(records['person_notes']?.[0]).not.toHaveProperty('author_user_id')
  expect(await query.select().from(personNotes)).not.toHaveLength(0)
})
