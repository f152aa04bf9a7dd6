import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ImportedResultRow } from '#api/office/imports/contract.ts'
import { importBatches, importRows } from '#api/office/imports/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { education } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import {
  createKnownPerson,
  importContext,
  listResults,
  loadBatch,
  loadExternalId,
  resetImporterBeforeEach,
  stageRows,
  superadministrator,
  toRow,
  toUniqueName,
  uploadFile,
} from './fixtures.ts'

const { query } = database()
resetImporterBeforeEach()

describe('the preview', () => {
  test('lists existing, new and incorrect rows for each person, the incorrect ones first', async () => {
    const [old, course] = [toUniqueName('Gammal'), toUniqueName('Kurs')]
    const [oldId] = [await education({ title: old }), await education({ title: course })]
    const eva = await createKnownPerson({
      firstName: 'Eva',
      lastName: 'Ek',
      email: `${toUniqueName('eva')}@example.se`.replaceAll(' ', ''),
    })
    await query.insert(educationResults).values({
      userId: eva.id,
      educationId: oldId,
      completed: true,
      completedAt: new Date('2019-01-01T12:00:00Z'),
      createdAt: new Date(),
      changedAt: new Date(),
    })
    const id = await loadExternalId(eva)
    const bo = await createKnownPerson({ firstName: 'Bo', lastName: 'Ny' })
    const rows = await stageRows([
      toRow({ id: await loadExternalId(bo), education: course }),
      toRow({ id, education: course.toUpperCase() }),
      toRow({ id, education: course }),
      toRow({ id, education: old }),
      toRow({ id: '', first: 'Ingen', last: 'Alls', born: '1990-01-01', education: course, club: 'Okända MK' }),
      toRow({ id, education: toUniqueName('Ny') }),
      toRow({ id, education: course, on: '2999-01-01' }),
    ])
    expect(rows.map(({ name }) => name)).toEqual(['Eva Ek', 'Ingen Alls', 'Bo Ny'])
    expect(rows.find((one) => one.id === eva.id)).toMatchObject({
      name: 'Eva Ek',
      alreadyExistingEducations: [old],
      newEducations: [
        { row: 3, status: 0, message: null },
        { row: 4, status: 2, message: expect.stringMatching(/^Resultatet finns redan\./) },
        { row: 5, status: 2 },
        { row: 7, status: 1, message: 'Utbildningen finns inte och skapas som opublicerad.' },
        { row: 8, status: 3, message: expect.stringMatching(/^Datumet ligger i framtiden\./) },
      ],
    })
    expect(rows.find((one) => one.id === null)).toMatchObject({
      organizations: { 0: 'Okända MK' },
      newEducations: [{ row: 6, status: 3, message: expect.stringMatching(/^Personen hittades inte\./) }],
    })
    expect(await loadBatch()).toMatchObject({
      title: 'resultat.csv',
      status: 0,
      rows: 7,
      people: 3,
      counts: { new: 2, newEducation: 1, existing: 2, errors: 2 },
      added: 0,
    })
    expect(await listResults(eva)).toHaveLength(1)
  })

  test('is replaced by another file, and removed by a reset', async () => {
    const person = await createKnownPerson()
    await stageRows([toRow({ id: await loadExternalId(person), education: toUniqueName('A') })])
    const [second] = await stageRows([toRow({ id: await loadExternalId(person), education: 'B' })])
    expect(second?.newEducations.map(({ name }) => name)).toEqual(['B'])
    expect((await importContext.importer.fetch('POST', '/imports/clear')).status).toBe(204)
    expect(await (await importContext.importer.fetch('GET', '/imports')).json()).toEqual([])
    expect(await loadBatch()).toBeNull()
    expect((await importContext.importer.fetch('POST', '/imports/start')).status).toBe(409)
    const own = query
      .select({ id: importBatches.id })
      .from(importBatches)
      .where(eq(importBatches.uploadedByUserId, importContext.importer.id))
    expect(await query.select().from(importRows).where(inArray(importRows.batchId, own))).toEqual([])
  })

  test('belongs to one person', async () => {
    const other = await superadministrator()
    await stageRows([toRow({ id: 'x', education: 'A' })])
    await stageRows([toRow({ id: 'y', education: 'B' })], other)
    const namesIn = async (person: Person) =>
      (await (await person.fetch('GET', '/imports')).json<ImportedResultRow[]>()).map(({ name }) => name)
    expect([await namesIn(importContext.importer), await namesIn(other)]).toEqual([['x'], ['y']])
  })

  test('of a file in an older encoding has its Swedish letters', async () => {
    const title = toUniqueName('Förarkurs på isbana')
    const text = `IdrottsID;Utbildning;Genomförd\r\nnobody;${title};2020-05-01\r\n`
    const form = new FormData()
    form.set('file', new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'resultat.csv'))
    const response = await importContext.importer.fetch('POST', '/imports/educationResultsFile', form)
    expect(await response.json()).toMatchObject([{ newEducations: [{ name: title }] }])
  })

  test('of an invalid file is refused, and the staged rows remain', async () => {
    await stageRows([toRow({ id: 'x', education: 'A' })])
    const refused = await uploadFile([], importContext.importer, 'resultat.xls')
    expect([refused.status, (await refused.json<{ message: string }>()).message]).toEqual([
      415,
      'Fel, ogiltigt filformat!',
    ])
    expect((await uploadFile([])).status).toBe(400)
    expect((await loadBatch())?.rows).toBe(1)
  })
})

test('the example file is available to superadministrators only', async () => {
  expect((await importContext.importer.fetch('GET', '/imports/exampleFile')).headers.get('content-type')).toContain(
    'text/csv',
  )
  expect((await (await signedIn({ roles: { Administrator: {} } })).fetch('GET', '/imports/exampleFile')).status).toBe(
    403,
  )
})

test('the rows with errors are a file that says what is wrong, and is imported again once it is corrected', async () => {
  const person = await createKnownPerson()
  const id = await loadExternalId(person)
  await stageRows([
    toRow({ id, education: 'Rätt' }),
    toRow({ id: 'okänd', education: '=Farlig', club: 'Åre MK' }),
    toRow({ id, education: 'Dag', on: '2020-02-31' }),
  ])
  const response = await importContext.importer.fetch('GET', '/imports/errorsFile')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="rader-att-ratta.csv"')
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = new TextDecoder().decode(bytes)
  const [header, unknown, invalid, end] = text.split('\r\n')
  expect(header).toBe(
    '"IdrottsID";"E-post";"Förnamn";"Efternamn";"Födelsedatum";"Utbildning";"Genomförd";"Förening";"Fel"',
  )
  expect(unknown).toMatch(/^"okänd";.*"'=Farlig";"2020-05-01";"Åre MK";"Personen hittades inte\./)
  expect(invalid).toMatch(/"2020-02-31";"";"Ogiltigt datum\./)
  expect(end).toBe('')
  const form = new FormData()
  form.set('file', new File([text.replace('okänd', id).replace('2020-02-31', '2020-02-28')], 'rättad.csv'))
  expect((await importContext.importer.fetch('POST', '/imports/educationResultsFile', form)).status).toBe(200)
  expect((await loadBatch())?.counts).toMatchObject({ newEducation: 2, errors: 0 })
  const [row] = await query.select().from(importRows).where(eq(importRows.educationKey, '=farlig'))
  expect(row?.given.education).toBe('=Farlig')
})

test('the file with errors has the rows of the caller alone', async () => {
  await stageRows([toRow({ id: 'okänd', education: 'Annan' })], await superadministrator())
  const text = await (await importContext.importer.fetch('GET', '/imports/errorsFile')).text()
  expect(text.split('\r\n')).toHaveLength(2)
})
