import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPersonalNumber } from '#api/people/external-login/providers/call-provider.ts'
import { memberImportBatches, memberImportRows } from '#api/people/member-imports/table.ts'
import { roleExtensions } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { insertFederation } from '../../federation.ts'
import { signedIn } from '../../portal.ts'
import {
  accept,
  administratorOf,
  clubAdministratorOf,
  clubsOf,
  csv,
  findByEmail,
  getBatch,
  hashNumbers,
  outcomes,
  query,
  stage,
  upload,
} from './fixtures.ts'

await insertFederation()
hashNumbers()

const office = await signedIn({ roles: { SuperAdministrator: {} } })
const number = '19850412-1230'
const key = 'a key of at least thirty-two bytes'

test('a club administrator adds members to the own club, with problems first and nobody added before the file is accepted', async () => {
  const club = await clubAdministratorOf(20)
  const before = (await query.select().from(users)).length
  const staged = await stage(
    club,
    csv(
      'Maja;Ek;2012-03-04;maja@club.example;070-111 22 33;',
      `Olle;Ek;${number};olle@club.example;;`,
      'Utan;Datum;;utan@club.example;;',
      'Fel;Dag;2012-02-31;;;',
      'Fel;Adress;2012-02-01;inte en adress;;',
      'Fel;Telefon;2012-02-01;;ring mamma;',
      ';Efternamn;2012-02-01;;;',
      'Maja;Ek;2012-03-04;maja@club.example;;',
    ),
  )
  expect(staged).toMatchObject({
    state: 'staged',
    organizationId: 20,
    isComplete: true,
    rows: 8,
    counts: { errors: 6, new: 2, joined: 0, existing: 0 },
  })
  expect(outcomes(staged)).toEqual([
    [4, 3, 'birthMissing'],
    [5, 3, 'birthInvalid'],
    [6, 3, 'emailInvalid'],
    [7, 3, 'phoneInvalid'],
    [8, 3, 'nameMissing'],
    [9, 3, 'repeated'],
    [2, 0, null],
    [3, 0, null],
  ])
  expect((await query.select().from(users)).length).toBe(before)

  const done = await accept(club, staged)
  expect(done).toMatchObject({ state: 'done', counts: { new: 2 }, undoUntil: expect.any(String) })
  const maja = await findByEmail('maja@club.example')
  expect(maja).toMatchObject({
    userName: 'maja@club.example',
    birthOn: '2012-03-04',
    isExternal: false,
    passwordHash: null,
  })
  expect(await clubsOf(maja?.id ?? 0)).toEqual([20])
  expect((await findByEmail('olle@club.example'))?.birthOn).toBe('1985-04-12')
  const [entry] = await listAuditEntries('user')
  expect(entry).toMatchObject({ action: 'user.imported', userId: club.id, data: { batchId: done.id } })
  expect((await query.select().from(users)).length).toBe(before + 2)

  // The same file again adds nobody.
  const again = await stage(club, csv('Maja;Ek;2012-03-04;maja@club.example;;'))
  expect([again.counts, outcomes(again)]).toEqual([{ errors: 0, new: 0, joined: 0, existing: 1 }, [[2, 2, null]]])
})

test('a personal number is neither stored nor shown', async () => {
  const club = await clubAdministratorOf(20)
  const staged = await stage(club, csv('Dold;Siffra;198504121230;;;', 'Dold;Tio;850412-1230;;;'))
  expect(staged.preview.map(({ birthDate }) => birthDate)).toEqual(['1985-04-12', '1985-04-12'])
  const everything = JSON.stringify([await query.select().from(memberImportRows), staged])
  expect(everything).not.toMatch(/1230/)
})

const listTexts = async () =>
  JSON.stringify([await query.select().from(memberImportRows), await query.select().from(memberImportBatches)])

test('a personal number that is written wrong is not stored either', async () => {
  const club = await clubAdministratorOf(20)
  const wrong = ['198504121239', '850412–1230', '104121230']
  const staged = await stage(club, csv(...wrong.map((text, at) => `Fel${at};Siffra;${text};;;`), 'Rätt;Dag;850412;;;'))
  expect(outcomes(staged)).toEqual([2, 3, 4, 5].map((row) => [row, 3, 'birthInvalid']))
  expect(await listTexts()).not.toMatch(/1239|1230/)
  await stage(club, ['b;Eva;19850412-1230', ...wrong.map((text) => `c;Eva;${text}`)].join('\n'))
  expect(await listTexts()).not.toMatch(/1239|1230/)
  // One number among dates, in a column that the headings do not name.
  const mixed = await stage(club, 'x;y;z\nA;B;1990-01-01\nA;C;1990-01-02\nA;D;19850412-1230\n802409-1230;D;')
  expect(mixed.header).toEqual(['x', 'y', 'z'])
  expect(JSON.stringify(mixed)).not.toContain('0412-1230')
  expect(await listTexts()).not.toContain('0412-1230')
  expect(await listTexts()).toContain('802409-1230')
})

test('somebody who is there is found by personal number, then IdrottsID, then name, birth date and address', async () => {
  const numbered = await signedIn({
    lastName: 'Gift',
    personalNumberHash: await hashPersonalNumber(key, '198504121230'),
    organizationIds: [20],
  })
  await signedIn({ firstName: 'Ida', lastName: 'Idrott', externalPersonId: 'IID77', organizationIds: [20] })
  await signedIn({
    firstName: 'Namn',
    lastName: 'Lik',
    birthOn: '1990-01-01',
    email: 'lik@club.example',
    organizationIds: [20],
  })
  const club = await clubAdministratorOf(20)
  const staged = await stage(
    club,
    [
      'IdrottsID;Förnamn;Efternamn;Personnummer;E-post',
      `;Annat;Namn;${number};`,
      'IID77;Annat;Namn;1970-01-01;',
      ';NAMN;lik;1990-01-01;LIK@club.example',
      ';Namn;Lik;1990-01-01;annan@club.example',
    ].join('\n'),
  )
  expect(outcomes(staged)).toEqual([
    [2, 2, null],
    [3, 2, null],
    [4, 2, null],
    [5, 0, null],
  ])
  expect(await clubsOf(numbered.id)).toEqual([20])
})

test('an account elsewhere, a protected one and several that match look the same to a club', async () => {
  const far = { firstName: 'Långt', lastName: 'Bort', birthOn: '1991-01-01', organizationIds: [30] }
  await signedIn(far)
  const hidden = await signedIn({ firstName: 'Dold', lastName: 'Person', birthOn: '1992-02-02', organizationIds: [20] })
  await office.fetch('PUT', `/User/${hidden.id}/protection`, { protected: true, reason: 'Begäran' })
  const twin = { firstName: 'Tve', lastName: 'Lingar', birthOn: '1993-03-03', organizationIds: [20] }
  await signedIn(twin)
  await signedIn(twin)
  const rows = csv('Långt;Bort;1991-01-01;;;', 'Dold;Person;1992-02-02;;;', 'Tve;Lingar;1993-03-03;;;')
  const staged = await stage(await clubAdministratorOf(20), rows)
  expect(outcomes(staged)).toEqual([
    [2, 3, 'officeNeeded'],
    [3, 3, 'officeNeeded'],
    [4, 3, 'officeNeeded'],
  ])
})

test('clubs of the file: administrators anywhere in their branch, club administrators in their own', async () => {
  const rows = csv(
    'A;Norr;1991-05-05;;;Luleå MS',
    'B;Syd;1991-05-05;;;Ystad MK',
    'C;Ingen;1991-05-05;;;Okänd klubb',
    'D;Tom;1991-05-05;;;',
  )
  const reasons = async (person: Awaited<ReturnType<typeof administratorOf>>) =>
    Object.fromEntries((await stage(person, rows)).preview.map(({ row, reason }) => [row, reason]))
  expect(await reasons(office)).toEqual({ 2: null, 3: null, 4: 'clubUnknown', 5: 'clubMissing' })
  expect(await reasons(await administratorOf(2, 1))).toMatchObject({ 2: null, 3: null })
  expect(await reasons(await administratorOf(2))).toMatchObject({ 2: null, 3: 'clubBeyondOwn', 4: 'clubUnknown' })
  expect(await reasons(await clubAdministratorOf(21))).toMatchObject({ 2: null, 3: 'clubBeyondOwn', 5: null })
  const member = await signedIn({ organizationIds: [20] })
  const educator = await signedIn({ roles: { Educator: {} }, organizationIds: [20] })
  expect([(await upload(member, rows)).status, (await upload(educator, rows)).status]).toEqual([403, 403])
})

test('the club of a batch must be the caller’s, and a batch is its uploader’s alone', async () => {
  const [north, south] = [await clubAdministratorOf(20), await clubAdministratorOf(30)]
  const { id, mapping } = await stage(north, csv('A;B;1991-05-05;;;'))
  const choose = (person: typeof north, organizationId: number | null) =>
    person.fetch('PUT', `/MemberImports/${id}/columns`, { mapping, organizationId })
  const refused = await choose(north, 30)
  expect([refused.status, Object.keys((await refused.json<{ fields: object }>()).fields)]).toEqual([
    400,
    ['organizationId'],
  ])
  expect((await choose(north, 20)).status).toBe(204)
  for (const [method, path] of [
    ['PUT', 'columns'],
    ['POST', 'start'],
    ['POST', 'undo'],
  ] as const)
    expect(
      (
        await south.fetch(
          method,
          `/MemberImports/${id}/${path}`,
          method === 'PUT' ? { mapping, organizationId: 30 } : undefined,
        )
      ).status,
    ).toBe(404)
  expect((await south.fetch('DELETE', `/MemberImports/${id}`)).status).toBe(404)
  expect(await south.json('GET', '/MemberImports')).toBeNull()
})

test('rights are judged again when the file is accepted', async () => {
  const district = await administratorOf(2)
  const staged = await stage(district, csv('Rätt;Borta;1991-06-06;borta@club.example;;Luleå MS'))
  expect(staged.counts.new).toBe(1)
  await query.update(roleExtensions).set({ referenceId: 3 }).where(eq(roleExtensions.userId, district.id))
  expect((await accept(district, staged)).counts).toMatchObject({ new: 0, errors: 1 })
  expect(await findByEmail('borta@club.example')).toBeNull()
})

test('an external person who gets a membership becomes a member', async () => {
  const guest = { firstName: 'Extern', lastName: 'Gäst', birthOn: '1991-08-08', isExternal: true }
  const { id } = await signedIn(guest)
  const row = csv('Extern;Gäst;1991-08-08;;;Åre MK')
  expect(outcomes(await stage(await clubAdministratorOf(20), row))).toEqual([[2, 3, 'officeNeeded']])
  const staged = await stage(office, row)
  expect(outcomes(staged)).toEqual([[2, 1, null]])
  await accept(office, staged)
  expect(await office.json('GET', `/User/${id}`)).toMatchObject({ isExternal: false, organizations: { 20: 'Åre MK' } })
})

test('the row of a person whose identity is protected later is hidden from its uploader', async () => {
  const club = await clubAdministratorOf(20)
  const row = 'Skydda;Senare;1991-07-07;senare@club.example;;'
  await accept(club, await stage(club, csv(row)))
  const again = await clubAdministratorOf(20)
  expect((await stage(again, csv(row))).preview).toMatchObject([{ name: 'Skydda Senare', status: 2 }])
  const person = await findByEmail('senare@club.example')
  await office.fetch('PUT', `/User/${person?.id}/protection`, { protected: true, reason: 'Begäran' })
  for (const uploader of [club, again])
    expect((await getBatch(uploader)).preview).toMatchObject([{ row: 2, name: '', email: null, birthDate: null }])
})

test('an administrator adds a club to somebody in the own branch; a club administrator does not', async () => {
  const person = await signedIn({ firstName: 'Byter', lastName: 'Klubb', birthOn: '1994-04-04', organizationIds: [20] })
  const rows = csv('Byter;Klubb;1994-04-04;;;Luleå MS')
  expect(outcomes(await stage(await clubAdministratorOf(21), rows))).toEqual([[2, 3, 'officeNeeded']])
  const district = await administratorOf(2)
  const staged = await stage(district, rows)
  expect(outcomes(staged)).toEqual([[2, 1, null]])
  await accept(district, staged)
  expect((await clubsOf(person.id)).sort()).toEqual([20, 21])
})

test('the columns are chosen by hand when the headings say nothing', async () => {
  const club = await clubAdministratorOf(20)
  const staged = await stage(club, 'a;b;c\nEk;Eva;1990-09-09')
  expect(staged).toMatchObject({ isComplete: false, preview: [], header: ['a', 'b', 'c'] })
  const early = await club.fetch('POST', `/MemberImports/${staged.id}/start`)
  expect([early.status, (await early.json<{ code: string }>()).code]).toEqual([409, 'import_columns_missing'])
  const mapping = { lastName: 0, firstName: 1, birth: 2 }
  expect((await club.fetch('PUT', `/MemberImports/${staged.id}/columns`, { mapping, organizationId: 20 })).status).toBe(
    204,
  )
  expect((await getBatch(club)).preview).toMatchObject([{ name: 'Eva Ek', birthDate: '1990-09-09', status: 0 }])
})

test('files that cannot be read are refused with the reason', async () => {
  const club = await clubAdministratorOf(20)
  const code = async (content: string | Blob, name?: string) => {
    const answer = await upload(club, content, name)
    return [answer.status, (await answer.json<{ code: string }>()).code]
  }
  expect(await code('x', 'lista.pdf')).toEqual([400, 'import_member_file_type'])
  expect(await code('', 'tom.csv')).toEqual([400, 'import_empty'])
  expect(await code('Förnamn;Efternamn\n', 'tom.csv')).toEqual([400, 'import_empty'])
  expect(await code('no zip', 'bok.xlsx')).toEqual([400, 'import_not_text'])
  expect(await code(`Förnamn;Efternamn\n${'A;B\n'.repeat(5001)}`)).toEqual([400, 'import_too_many_members'])
})

test('rows with errors are downloaded by their uploader, corrected and uploaded again', async () => {
  const [club, other] = [await clubAdministratorOf(20), await clubAdministratorOf(20)]
  await stage(
    club,
    csv('Rätt;Person;1990-01-01;ratt@errors.example;;', 'Fel;Dag;2012-02-31;fel@errors.example;+46701112233;'),
  )
  const text = await (await club.fetch('GET', '/MemberImports/errorsFile')).text()
  // A day that is none may be a personal number, so it is not stored.
  expect(text.split('\r\n').slice(1)).toEqual([
    `"Fel";"Dag";"?";"fel@errors.example";"'+46701112233";"";"Födelsedatumet stämmer inte. Skriv åååå-mm-dd eller hela personnumret."`,
    '',
  ])
  expect((await stage(club, text.replace('"?"', '"2012-02-28"'))).counts).toMatchObject({ errors: 0, new: 1 })
  expect(await (await other.fetch('GET', '/MemberImports/errorsFile')).text()).toBe('"Fel"\r\n')
})
