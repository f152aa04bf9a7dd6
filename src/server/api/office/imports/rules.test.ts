import { describe, expect, test } from 'vitest'
import { sortKeyOf } from '#locales/sort-key.ts'
import {
  buildLookupIndex,
  columnNames,
  decideOutcome,
  type FileRow,
  findColumns,
  type KnownReferences,
  matchRow,
  parseDay,
  toFileRow,
  toPairKey,
} from './rules.ts'

const row = (cells: Partial<FileRow>): FileRow => ({
  externalPersonId: '',
  email: '',
  firstName: '',
  lastName: '',
  birthOn: '',
  education: 'Flaggvakt',
  completed: '2020-05-01',
  club: '',
  ...cells,
})

const person = (id: number, more: Partial<KnownReferences['people'][number]> = {}) => ({
  id,
  externalPersonId: null,
  email: null,
  lastName: 'Öberg',
  nameKey: sortKeyOf('Öberg Åke'),
  birthOn: '1984-05-09',
  ...more,
})
const facts: KnownReferences = {
  people: [
    person(1, { externalPersonId: '77' }),
    person(2, { email: 'Eva@Example.se', birthOn: null }),
    person(3, { email: 'eva@example.se', lastName: 'Ek', nameKey: sortKeyOf('Ek Eva') }),
    person(4, { birthOn: '1990-01-01' }),
  ],
  educations: [{ id: 9, code: 'FV-1', titleKey: sortKeyOf('Flaggvakt') }],
  today: '2026-11-21',
}
const index = buildLookupIndex(facts)

test.each([
  [['IdrottsID', 'Utbildning', 'Genomförd'], true],
  [[' e - POST ', 'EFTERNAMN', 'utbildning', 'genomförd'], true],
  [['Genomförd', 'Utbildning', 'Födelsedatum', 'Efternamn', 'Förnamn'], true],
  [['E-post', 'Utbildning', 'Genomförd'], false],
  [['IdrottsID', 'Utbildning'], false],
  [['IdrottsID', 'Genomförd'], false],
  [[''], false],
])('the header %o is sufficient: %s', (header, isEnough) => {
  expect(findColumns(header) !== null).toBe(isEnough)
})

test('cells are found by their heading in any column, trimmed and in one line', () => {
  const places = findColumns(['Genomförd', 'IdrottsID', 'Annat', 'Utbildning'])
  expect(places && toFileRow(['2020-01-01', ' 77 ', 'x', 'Ban\u2028funktionär'], places)).toEqual(
    row({ completed: '2020-01-01', externalPersonId: '77', education: 'Ban funktionär' }),
  )
  expect(Object.values(columnNames)).toHaveLength(8)
})

test.each([
  ['2020-02-29', '2020-02-29'],
  ['2020/02/29', '2020-02-29'],
  ['20200229', '2020-02-29'],
  ['2021-02-29', null],
  ['2020-13-01', null],
  ['2020-0201', null],
  ['2020-02/01', null],
  ['29.2.2020', null],
  ['0020-02-01', null],
  ['', null],
])('the cell %o is the day %o', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

describe('a row', () => {
  test.each([
    [{ externalPersonId: '77' }, 1],
    [{ externalPersonId: '77', email: 'eva@example.se', lastName: 'Ek' }, 1],
    [{ email: 'EVA@example.se', lastName: 'ek' }, 3],
    [{ firstName: 'åke', lastName: 'ÖBERG', birthOn: '19840509' }, 1],
  ])('%o matches person %i', (cells, userId) => {
    expect(matchRow(row(cells), index)).toMatchObject({ userId, personKey: String(userId), problem: null })
  })

  test.each([
    [{ externalPersonId: '78' }, 'personUnknown'],
    [{ externalPersonId: '78', email: 'eva@example.se', lastName: 'Ek' }, 'personUnknown'],
    [{ email: 'eva@example.se', lastName: 'Al' }, 'personUnknown'],
    [{ email: 'eva@example.se' }, 'personUnknown'],
    [{ firstName: 'Åke', lastName: 'Öberg' }, 'personUnknown'],
    [{}, 'personUnknown'],
    [{ externalPersonId: '77', education: '' }, 'educationMissing'],
    [{ externalPersonId: '77', completed: 'igår' }, 'dateInvalid'],
    [{ externalPersonId: '77', completed: '2026-11-22' }, 'dateInFuture'],
  ])('%o has the problem %s', (cells, problem) => {
    expect(matchRow(row(cells), index).problem).toBe(problem)
  })

  test('that matches several people matches none', () => {
    const two = buildLookupIndex({ ...facts, people: [person(1), person(2)] })
    expect(matchRow(row({ firstName: 'Åke', lastName: 'Öberg', birthOn: '1984-05-09' }), two)).toMatchObject({
      userId: null,
      problem: 'personAmbiguous',
    })
  })

  test.each(['flaggvakt', 'FLAGGVAKT', 'fv-1', 'FV-1'])('matches an education by title or code: %s', (education) => {
    expect(matchRow(row({ externalPersonId: '77', education }), index).educationId).toBe(9)
  })
})

test('the first row of a person and an education counts, by title or by code', () => {
  const takenPairs = new Set<string>()
  const verdicts = ['Flaggvakt', 'FV-1', 'Ny kurs', 'NY KURS'].map(
    (education) => decideOutcome(matchRow(row({ externalPersonId: '77', education }), index), takenPairs).status,
  )
  expect(verdicts).toEqual([0, 2, 1, 2])
  expect(decideOutcome(matchRow(row({ externalPersonId: '77' }), index), new Set(['1 9'])).reason).toBe('resultExists')
})

test('of several educations with the same title or code the first counts', () => {
  const [first, second] = [
    { id: 5, code: 'FV', titleKey: 'flaggvakt' },
    { id: 6, code: 'fv', titleKey: 'flaggvakt' },
  ]
  const idFor = (education: string, educations: KnownReferences['educations']) =>
    matchRow(row({ externalPersonId: '77', education }), buildLookupIndex({ ...facts, educations })).educationId
  for (const name of ['Flaggvakt', 'FV']) {
    expect([idFor(name, [first, second]), idFor(name, [second, first])]).toEqual([5, 6])
  }
})

test('a missing education whose title is a number does not match the education with that id', () => {
  const missing = matchRow(row({ externalPersonId: '77', education: '9' }), index)
  expect(toPairKey(missing)).not.toBe(toPairKey({ ...missing, educationId: 9 }))
  expect(decideOutcome(missing, new Set(['1 9'])).status).toBe(1)
})
