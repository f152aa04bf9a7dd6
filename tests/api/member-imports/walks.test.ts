import { expect, test } from 'vitest'
import { hashPersonalNumber } from '#api/people/external-login/providers/call-provider.ts'
import type { EditableMemberRow } from '#api/people/member-imports/contract.ts'
import { parsePersonalNumber } from '#api/people/member-imports/rules.ts'
import { memberImportChecks } from '#api/people/member-imports/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { insertFederation } from '../../federation.ts'
import { type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import {
  administratorOf,
  clubAdministratorOf,
  csv,
  getBatch,
  hashNumbers,
  outcomes,
  query,
  stage,
  upload,
} from './fixtures.ts'

await insertFederation()
hashNumbers()

/** Returns so many personal numbers of one day (`yyyymmdd`). */
const numbersOf = (day: string, count: number): string[] =>
  Array.from({ length: 10_000 }, (_, at) => `${day}${String(at).padStart(4, '0')}`)
    .filter((text) => parsePersonalNumber(text, '2026-12-01'))
    .slice(0, count)

const named = (name: string, births: readonly string[]) => csv(...births.map((birth) => `Eva;${name};${birth};;;`))
const daysOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `19${50 + Math.floor(at / 28)}-03-${String((at % 28) + 1).padStart(2, '0')}`)

async function codeOf(answer: Response) {
  return [answer.status, answer.status === 204 ? null : (await answer.json<{ code: string }>()).code]
}
const refused = [400, 'import_too_many_alike']

test.each([
  { kind: 'club', birthOn: '1985-04-12', club: '', signIn: () => clubAdministratorOf(20) },
  { kind: 'district', birthOn: '1985-04-13', club: 'Luleå MS', signIn: () => administratorOf(2) },
])('neither number nor address of somebody outside the $kind changes what it is told', async (importer) => {
  const { kind, birthOn, club, signIn } = importer
  const person = await signIn()
  const [number = '', other = ''] = numbersOf(birthOn.replaceAll('-', ''), 2)
  const stranger = { firstName: 'Långt', lastName: `Bort${kind}`, birthOn, email: `far-${kind}@club.example` }
  const rows = csv(
    `Annat;Namn;${number};;;${club}`,
    `Annat;Namn;${other};;;${club}`,
    `Långt;Bort${kind};${birthOn};far-${kind}@club.example;;${club}`,
    `Långt;Bort${kind};${birthOn};other-${kind}@club.example;;${club}`,
  )
  expect((await stage(person, rows)).counts).toEqual({ errors: 0, new: 4, joined: 0, existing: 0 })
  const personalNumberHash = await hashPersonalNumber('a key of at least thirty-two bytes', number)
  await signedIn({ ...stranger, personalNumberHash, organizationIds: [30] })
  expect(outcomes(await stage(person, rows))).toEqual([
    [4, 3, 'officeNeeded'],
    [5, 3, 'officeNeeded'],
    [2, 0, null],
    [3, 0, null],
  ])
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const known = await stage(office, csv(`Annat;Namn;${number};;;Luleå MS`))
  expect(known.counts.joined).toBe(1)
})

test('an IdrottsID tells a club nothing of people elsewhere', async () => {
  await signedIn({ firstName: 'Ida', lastName: 'Fjärran', externalPersonId: 'IID901', organizationIds: [30] })
  const rows = 'IdrottsID;Förnamn;Efternamn;Födelsedatum\nIID901;Annat;Namn;1970-01-01\nIID902;Annat;Namn;1970-01-02'
  expect((await stage(await clubAdministratorOf(20), rows)).counts).toMatchObject({ errors: 0, new: 2 })
})

test('a club that adds all of its members, and updates them the day after, meets no limit', async () => {
  const club = await clubAdministratorOf(20)
  const members = daysOf(300).flatMap((day, at) =>
    numbersOf(day.replaceAll('-', ''), 1).map((number) => `Eva;Medlem${at % 40};${number};;;`),
  )
  for (let day = 0; day < 3; day += 1) expect((await stage(club, csv(...members))).counts.new).toBe(300)
  expect((await stage(club, csv(...members, 'Ny;Person;2001-01-01;;;'))).counts.new).toBe(301)
})

test('many numbers of one birth date are refused, and nothing of the file is kept', async () => {
  const club = await clubAdministratorOf(20)
  const rows = numbersOf('19850412', 21).map((number, at) => `Eva;Ek${at};${number};;;`)
  expect(await codeOf(await upload(club, csv(...rows)))).toEqual(refused)
  expect(await codeOf(await upload(club, csv(...rows)))).toEqual(refused)
  expect(await club.json('GET', '/MemberImports')).toBeNull()
  expect(await query.select().from(memberImportChecks)).not.toContainEqual(
    expect.objectContaining({ uploaderUserId: club.id }),
  )
  const entries = (await listAuditEntries('user')).filter(({ userId }) => userId === club.id)
  expect(entries.map(({ action }) => action)).toEqual(['import.walkRefused'])
  expect((await stage(club, csv(...rows.slice(1)))).counts.new).toBe(20)
})

test('numbers of one birth date count over files, corrections and columns for thirty days', async () => {
  const club = await clubAdministratorOf(20)
  const [first = '', ...others] = numbersOf('19850412', 21)
  const row = (number: string, at: number) => `Eva;Ek${at};${number};;;`
  expect((await stage(club, csv(...others.slice(10).map(row)))).counts.new).toBe(10)
  const staged = await stage(club, csv(...others.slice(0, 10).map(row)))
  const path = `/MemberImports/${staged.id}/rows/2`
  const edit = async () => {
    const { lastChange } = await club.json<EditableMemberRow & { lastChange: string }>('GET', path)
    return codeOf(await club.fetch('PUT', path, { cells: { birth: first }, lastChange }))
  }
  expect(await edit()).toEqual(refused)
  expect(await codeOf(await upload(club, csv(row(first, 1))))).toEqual(refused)
  const hidden = await stage(club, `a;b;c\nEk;Eva;${first}`)
  const choice = { mapping: { lastName: 0, firstName: 1, birth: 2 }, organizationId: 20 }
  const choose = () => club.fetch('PUT', `/MemberImports/${hidden.id}/columns`, choice)
  expect(await codeOf(await choose())).toEqual(refused)
  expect((await getBatch(club)).isComplete).toBe(false)
  await query.update(memberImportChecks).set({ checkedAt: inDays(-30) })
  expect((await choose()).status).toBe(204)
  expect((await getBatch(club)).counts.new).toBe(1)
})

test('many birth dates of one name are refused, however it is written', async () => {
  const club = await clubAdministratorOf(20)
  expect((await stage(club, named('Vandrad', daysOf(20)))).counts.new).toBe(20)
  expect(await codeOf(await upload(club, named('VANDRAD', ['1949-01-01'])))).toEqual(refused)
  expect((await upload(await clubAdministratorOf(20), named('Vandrad', ['1949-01-01']))).status).toBe(204)
})

test.each<[string, () => Promise<Person>, unknown[]]>([
  ['those who administer everybody', () => signedIn({ roles: { Administrator: {} } }), [204, null]],
  ['a district', () => administratorOf(2), refused],
])('of %s', async (_name, signIn, expected) => {
  expect(await codeOf(await upload(await signIn(), named('Alla', daysOf(21))))).toEqual(expected)
})
