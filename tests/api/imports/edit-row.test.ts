import { expect, test } from 'vitest'
import type { EditableRow, EditedRow } from '#api/office/imports/contract.ts'
import { listAuditEntries } from '../../audit.ts'
import { education } from '../../catalogue.ts'
import { type Person, signedIn } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import {
  createKnownPerson,
  importContext,
  listResults,
  loadBatch,
  loadExternalId,
  resetImporterBeforeEach,
  runImport,
  stageRows,
  startStagedImport,
  superadministrator,
  toRow,
  toUniqueName,
} from './fixtures.ts'

resetImporterBeforeEach()

const address = async (row: number) => `/imports/${(await loadBatch())?.id}/rows/${row}`
const load = async (row: number) =>
  importContext.importer.json<EditableRow & { lastChange: string }>('GET', await address(row))
const put = async (row: number, body: unknown, person: Person = importContext.importer) =>
  person.fetch('PUT', await address(row), body)

/** Corrects cells of a row over the stored version; returns the row afterwards. */
async function correct(row: number, cells: EditedRow['cells']) {
  const { lastChange } = await load(row)
  const response = await put(row, { cells, lastChange })
  expect(response.status).toBe(200)
  return response.json<EditableRow & { lastChange: string }>()
}

test('a row with an error is corrected, and the counts, the file with errors and the import follow', async () => {
  const person = await createKnownPerson()
  const id = await loadExternalId(person)
  const title = toUniqueName('Kurs')
  await education({ title })
  await stageRows([toRow({ id, education: title, on: 'igår' }), toRow({ id: 'okänd', education: title })])
  expect(await load(2)).toMatchObject({
    row: 2,
    status: 3,
    wrongColumn: 'completed',
    message: 'Ogiltigt datum. Skriv det som åååå-mm-dd.',
    cells: { externalPersonId: id, education: title, completed: 'igår', email: '' },
  })
  expect(await correct(2, { completed: ' 2020-13-01 ' })).toMatchObject({
    status: 3,
    wrongColumn: 'completed',
    cells: { completed: '2020-13-01' },
  })
  expect(await correct(2, { completed: '2020-12-01' })).toMatchObject({ status: 0, message: null, wrongColumn: null })
  expect((await loadBatch())?.counts).toEqual({ new: 1, newEducation: 0, existing: 0, errors: 1 })
  const errors = await (await importContext.importer.fetch('GET', '/imports/errorsFile')).text()
  expect(errors.split('\r\n')).toHaveLength(3)
  expect(errors).toContain('okänd')
  const rows = await importContext.importer.json<{ newEducations: unknown[] }[]>('GET', '/imports')
  expect(rows.flatMap(({ newEducations }) => newEducations)).toMatchObject([
    { row: 3, status: 3, isEdited: false },
    { row: 2, status: 0, isEdited: true },
  ])
  await startStagedImport()
  await drainJobs()
  expect(await listResults(person)).toMatchObject([{ completedAt: new Date('2020-12-01T12:00:00Z') }])
})

test('the first of two rows about one result counts, also when it is corrected', async () => {
  const id = await loadExternalId(await createKnownPerson())
  const [title, other] = [toUniqueName('Kurs'), toUniqueName('Annan')]
  await education({ title })
  await stageRows([
    toRow({ id, education: title, on: 'igår' }),
    toRow({ id, education: title }),
    toRow({ id, education: title }),
  ])
  const statuses = async () => (await Promise.all([2, 3, 4].map(load))).map(({ status }) => status)
  expect(await statuses()).toEqual([3, 0, 2])
  await correct(2, { completed: '2020-01-01' })
  expect(await statuses()).toEqual([0, 2, 2])
  await correct(2, { education: other })
  expect(await statuses()).toEqual([1, 0, 2])
  expect((await loadBatch())?.counts).toEqual({ new: 1, newEducation: 1, existing: 1, errors: 0 })
})

test('a correction that is sent again changes nothing, and another one over the same version is a conflict', async () => {
  await stageRows([toRow({ id: 'okänd', education: 'A' })])
  const { lastChange } = await load(2)
  const first = { cells: { education: 'B' }, lastChange }
  expect((await put(2, first)).status).toBe(200)
  const stored = await load(2)
  expect((await put(2, first)).status).toBe(200)
  expect(await load(2)).toEqual(stored)
  const refused = await put(2, { cells: { education: 'C' }, lastChange })
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'changed_meanwhile' }])
  expect((await load(2)).cells.education).toBe('B')
  const entries = await listAuditEntries('import')
  const own = entries.filter(
    ({ action, userId }) => action === 'import.rowEdited' && userId === importContext.importer.id,
  )
  expect(own.map(({ data }) => data)).toEqual([{ row: 2, columns: 'Utbildning' }])
})

test('of two corrections at once one is stored', async () => {
  await stageRows([toRow({ id: 'okänd', education: 'A' })])
  const { lastChange } = await load(2)
  const answers = await Promise.all(['B', 'C'].map((title) => put(2, { cells: { education: title }, lastChange })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('nobody else sees or corrects the rows, and nobody a row that is missing or an import that is started', async () => {
  await stageRows([toRow({ id: 'okänd', education: 'A' })])
  const path = await address(2)
  const { lastChange } = await load(2)
  const other = await superadministrator()
  expect((await other.fetch('GET', path)).status).toBe(404)
  expect((await other.fetch('PUT', path, { cells: { education: 'B' }, lastChange })).status).toBe(404)
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('GET', path)).status).toBe(403)
  expect((await importContext.importer.fetch('GET', await address(9))).status).toBe(404)
  const person = await createKnownPerson()
  const ended = await runImport([toRow({ id: await loadExternalId(person), education: toUniqueName('Kurs') })])
  const late = await importContext.importer.fetch('GET', `/imports/${ended?.id}/rows/2`)
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'import_started' }])
})
