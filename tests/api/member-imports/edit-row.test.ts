import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { EditableMemberRow } from '#api/people/member-imports/contract.ts'
import { memberImportRows } from '#api/people/member-imports/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { runBeforeWrite } from '../../before-write.ts'
import { insertFederation } from '../../federation.ts'
import { type Person, signedIn } from '../../portal.ts'
import {
  accept,
  clubAdministratorOf,
  clubsOf,
  csv,
  findByEmail,
  getBatch,
  hashNumbers,
  outcomes,
  query,
  stage,
} from './fixtures.ts'

await insertFederation()
hashNumbers()

type Row = EditableMemberRow & { lastChange: string }

const address = async (person: Person, row: number) => `/MemberImports/${(await getBatch(person)).id}/rows/${row}`
const load = async (person: Person, row: number) => person.json<Row>('GET', await address(person, row))

/** Corrects cells of a row over the stored version; returns the row afterwards. */
async function correct(person: Person, row: number, cells: Row['cells']): Promise<Row> {
  const { lastChange } = await load(person, row)
  return person.json<Row>('PUT', await address(person, row), { cells, lastChange })
}

const storedCells = async (batchId: number) =>
  (await query.select().from(memberImportRows).where(eq(memberImportRows.batchId, batchId))).map(({ cells }) => cells)

test('a row with an error is corrected, and the counts, the file with errors and the import follow', async () => {
  const club = await clubAdministratorOf(20)
  await stage(club, csv('Mia;Rad;1990-13-01;mia@row.example;;', 'Nils;Rad;1990-01-01;fel;;', 'Olle;Rad;1990-01-01;;;'))
  expect(await load(club, 2)).toMatchObject({
    row: 2,
    status: 3,
    wrongColumn: 'birth',
    cells: { firstName: 'Mia', birth: '', club: '' },
  })
  expect(await correct(club, 2, { birth: '1990-12-01' })).toMatchObject({ status: 0, wrongColumn: null, message: null })
  const batch = await getBatch(club)
  expect(batch.counts).toMatchObject({ errors: 1, new: 2 })
  expect(batch.preview.find(({ row }) => row === 2)).toMatchObject({ isEdited: true, birthDate: '1990-12-01' })
  const errors = await (await club.fetch('GET', '/MemberImports/errorsFile')).text()
  expect(errors.split('\r\n')).toHaveLength(3)
  await correct(club, 3, { email: 'nils@row.example' })
  const done = await accept(club, batch)
  expect(done.applied).toBe(3)
  expect(await clubsOf((await findByEmail('nils@row.example'))?.id ?? 0)).toEqual([20])
})

test('a personal number that is typed into a row is not stored, and an unchanged one keeps its hash', async () => {
  const club = await clubAdministratorOf(20)
  const batch = await stage(club, csv('Pia;Nummer;19850412-1230;fel;;'))
  const [before] = await storedCells(batch.id)
  expect(before?.[2]).toMatch(/^1985-04-12 #/)
  expect((await load(club, 2)).cells.birth).toBe('1985-04-12')
  await correct(club, 2, { email: 'pia@row.example', birth: '1985-04-12' })
  expect((await storedCells(batch.id))[0]?.[2]).toBe(before?.[2])
  await correct(club, 2, { birth: '19900101-2390', lastName: '850412-1230' })
  const [after] = await storedCells(batch.id)
  expect(after?.join(' ')).not.toMatch(/1230|2390/)
  expect(JSON.stringify(await listAuditEntries('import'))).not.toMatch(/1230|2390|pia@/)
})

test('rows that a correction makes repeated, or no longer so, are judged again', async () => {
  const club = await clubAdministratorOf(20)
  await stage(club, csv('Rut;Två;1990-01-01;rut@row.example;;', 'Rut;Två;1990-01-01;rut@row.example;;'))
  expect(outcomes(await getBatch(club))).toEqual([
    [3, 3, 'repeated'],
    [2, 0, null],
  ])
  await correct(club, 2, { firstName: 'Ruth' })
  expect(outcomes(await getBatch(club)).map(([, status]) => status)).toEqual([0, 0])
})

test('a club of somebody else stays beyond reach, and another version is a conflict', async () => {
  const club = await clubAdministratorOf(20)
  await stage(club, csv('Siv;Bort;1990-01-01;siv@row.example;;Okänd klubb'))
  const { lastChange } = await load(club, 2)
  const path = await address(club, 2)
  const twice = await Promise.all(
    ['A', 'B'].map((firstName) => club.fetch('PUT', path, { cells: { firstName }, lastChange })),
  )
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (const stranger of [await clubAdministratorOf(20), await signedIn({ roles: { SuperAdministrator: {} } })])
    expect((await stranger.fetch('PUT', path, { cells: { firstName: 'C' }, lastChange })).status).toBe(404)
  await accept(club, await stage(club, csv('Tea;Klar;1990-01-01;tea@row.example;;')))
  const late = await club.fetch('GET', await address(club, 2))
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'import_started' }])
})

/** Stages a file without headings and chooses its columns; the first person stands in the place of the headings. */
async function stageWithoutHeadings(club: Person, ...rows: string[]) {
  const { id } = await stage(club, ['Kim;Hemlig;1990-01-01;kim@hemlig.example', ...rows].join('\r\n'))
  const mapping = { firstName: 0, lastName: 1, birth: 2, email: 3 }
  await club.fetch('PUT', `/MemberImports/${id}/columns`, { mapping, organizationId: 20 })
  return id
}

test('the audit entry of a correction names fields, and nobody of a file without headings', async () => {
  const club = await clubAdministratorOf(20)
  const id = await stageWithoutHeadings(club, 'Lo;Rad;1990-01-01;fel')
  await correct(club, 2, { firstName: 'Loa', birth: '1990-01-02', email: 'lo@row.example' })
  const entries = (await listAuditEntries('import')).filter(({ targetId }) => targetId === String(id))
  expect(entries.map(({ action, data }) => [action, data])).toEqual([
    ['import.rowEdited', { row: 2, columns: 'Förnamn, Födelsedatum eller personnummer, E-post' }],
  ])
})

test('no reply and no file has the hash of a personal number, which becomes nobody’s name', async () => {
  const club = await clubAdministratorOf(20)
  const rows = ['Pia;Nummer;19850412-1230;fel;;', '19850412-1230;Rad;1990-01-01;;;', 'Ada;Rad;1990-01-01;;;']
  const batch = await stage(club, csv(...rows))
  const errorsFile = async () => (await club.fetch('GET', '/MemberImports/errorsFile')).text()
  expect(outcomes(batch).slice(0, 2)).toEqual([
    [2, 3, 'emailInvalid'],
    [3, 3, 'nameMissing'],
  ])
  expect((await load(club, 3)).cells.firstName).toBe('?')
  expect(await errorsFile()).toContain('"Pia";"Nummer";"1985-04-12";"fel"')
  const corrected = await correct(club, 4, { firstName: '20100101-2382' })
  expect(corrected).toMatchObject({ status: 3, wrongColumn: 'firstName', cells: { firstName: '?', lastName: 'Rad' } })
  expect((await storedCells(batch.id)).at(-1)?.[0]).toBe('?')
  const hash = / #|[\w-]{43}/
  for (const reply of [await load(club, 2), await load(club, 3), corrected, (await getBatch(club)).preview])
    expect(JSON.stringify(reply)).not.toMatch(hash)
  expect(await errorsFile()).not.toMatch(hash)
})

test('a correction whose columns are chosen otherwise before its write is a conflict, and writes nothing', async () => {
  const club = await clubAdministratorOf(20)
  const id = await stageWithoutHeadings(club, 'Lo;Rad;1990-01-01;fel')
  const [path, { lastChange }] = [await address(club, 2), await load(club, 2)]
  const mapping = { firstName: 3, lastName: 1, birth: 2, email: 0 }
  const response = await runBeforeWrite(
    /^update "member_import_rows"/,
    () => club.fetch('PUT', `/MemberImports/${id}/columns`, { mapping, organizationId: 20 }),
    () => club.fetch('PUT', path, { cells: { email: 'lo@row.example' }, lastChange }),
  )
  expect([response.status, await response.json()]).toMatchObject([409, { code: 'changed_meanwhile' }])
  expect(await storedCells(id)).toEqual([['Lo', 'Rad', '1990-01-01', 'fel']])
  expect((await listAuditEntries('import')).filter(({ targetId }) => targetId === String(id))).toEqual([])
})
