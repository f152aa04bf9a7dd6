import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations, educationToCategory, educationToPart } from '#api/catalogue/educations/table.ts'
import type { SearchResults } from '#api/office/search/contract.ts'
import { selectBestHits, selectNearHits } from '#api/office/search/hits.ts'
import { loadMeanings, selectSimilarWords } from '#api/office/search/near-storage.ts'
import { spellingKeys, spellings } from '#api/office/search/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { splitWords } from '#api/text-matching.ts'
import { category, education, educationResult, mediaTag, medium, occasion, part, partResult } from '../catalogue.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { countReads, loadQueryPlan } from '../query-plan.ts'
import { writeSearchWords } from '../search-words.ts'
import { inDays } from '../time.ts'

let learner: Person
let rally: number
let racing: number
let licence: number
let karting: number
let driving: number

beforeAll(async () => {
  learner = await signedIn({ firstName: 'Lena', lastName: 'Lärling' })
  rally = await category('Rally')
  racing = await category('Racing')
  driving = await part({ title: 'Körning på bana' })
  const partIds = [await part({ title: 'Teori' }), driving]
  licence = await education({ title: 'Förarlicens steg 1', code: 'FL1', categoryIds: [rally], partIds })
  karting = await education({ title: 'Karting för unga', categoryIds: [racing], shortDescription: 'Börja köra tidigt' })
  await education({ title: 'Hemlig förarlicens', published: false, partIds: [await part({ title: 'Hemlig del' })] })
  await occasion({ educationPartId: driving, city: 'Ängelholm', venue: 'Ring Knutstorp' })
  await medium({ title: 'Regelbok för depån', tagIds: [await mediaTag('Säkerhet')] })
  await medium({ title: 'Regelbok för examinatorer', inLibrary: false })
})

const ask = (q: string, person = learner) => person.json<SearchResults>('GET', `/search?q=${encodeURIComponent(q)}`)
const titles = async (q: string, person = learner) => (await ask(q, person)).educations.items.map(({ title }) => title)
const names = async (q: string, person: Person) => (await ask(q, person)).people?.items.map(({ name }) => name)

describe('a search', () => {
  test('finds words with and without diacritics, in any case', async () => {
    for (const q of ['förarlicens', 'FÖRARLICENS', 'forarlicens', 'steg förarlicens'])
      expect(await titles(q), q).toEqual(['Förarlicens steg 1'])
  })

  test('finds words by their beginning', async () => {
    for (const q of ['fö', 'fora', 'förarlic']) expect(await titles(q), q).toContain('Förarlicens steg 1')
  })

  test('finds words inside a compound', async () => expect(await titles('licens')).toEqual(['Förarlicens steg 1']))

  test('finds an education by its code, its category and its parts', async () => {
    for (const q of ['FL1', 'rally', 'teori', 'på bana']) expect(await titles(q), q).toEqual(['Förarlicens steg 1'])
    expect((await ask('teori')).educations.items[0]).toMatchObject({
      categories: ['Rally'],
      parts: ['Teori', 'Körning på bana'],
    })
  })

  test('finds the intended word when it is misspelt, and reports the correction', async () => {
    for (const q of ['förarlisens', 'forarlicnes', 'frarlicens']) {
      const { educations: found, near } = await ask(q)
      expect(
        found.items.map(({ title }) => title),
        q,
      ).toEqual(['Förarlicens steg 1'])
      expect(near).toBe(true)
    }
    for (const q of ['katring', 'krating', 'kartign']) expect(await titles(q), q).toEqual(['Karting för unga'])
    expect((await ask('förarlicens')).near).toBe(false)
  })

  test('without matches finds nothing', async () => {
    expect(await ask('zzzzzz')).toMatchObject({ educations: { items: [], more: false }, occasions: { items: [] } })
  })

  test('has at least two letters, and punctuation is ignored', async () => {
    for (const q of ['', 'a', ' a ', '"*', '--']) {
      const response = await learner.fetch('GET', `/search?q=${encodeURIComponent(q)}`)
      expect(response.status, q).toBe(400)
    }
    for (const q of ['a"b', 'title:x OR', 'NEAR(a b)', "ab'; drop table users"])
      expect((await learner.fetch('GET', `/search?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
    expect((await learner.fetch('GET', '/search')).status).toBe(400)
    expect((await learner.fetch('GET', '/search?q=ab&limit=1000')).status).toBe(400)
    expect((await anonymous('GET', '/search?q=ab')).status).toBe(401)
  })

  test('lists the best match first: a title before a mention', async () => {
    await education({ title: 'Miljöcertifikat' })
    await education({ title: 'Depåchef', shortDescription: 'Med ett avsnitt om miljö' })
    expect(await titles('miljö')).toEqual(['Miljöcertifikat', 'Depåchef'])
  })

  test('lists whole words before words with that beginning', async () => {
    await education({ title: 'Tävlingsledare A', shortDescription: 'Bana och banpersonal' })
    await education({ title: 'Tävlingsledare B' })
    expect(await titles('tävlingsledare b')).toEqual(['Tävlingsledare B', 'Tävlingsledare A'])
  })

  test('reports when there are more matches', async () => {
    await education({ title: 'Speedway ett' })
    await education({ title: 'Speedway två' })
    const response = await learner.fetch('GET', '/search?q=speedway&limit=1')
    expect(await response.json()).toMatchObject({ educations: { items: [expect.anything()], more: true } })
  })
})

describe('the index', () => {
  test('follows a new title, a new part title and a new category name', async () => {
    const { query } = database()
    // A person with a role never gets an answer from the edge cache.
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    const titled = await part({ title: 'Gammal rubrik' })
    const id = await education({ title: 'Enduro bas', partIds: [titled] })
    await query.update(educations).set({ title: 'Motocross bas' }).where(eq(educations.id, id))
    await query.update(educationParts).set({ title: 'Hoppteknik' }).where(eq(educationParts.id, titled))
    await writeSearchWords()
    await query
      .insert(educationToCategory)
      .values({ educationId: id, educationCategoryId: await category('Tvåhjuling') })
    for (const q of ['motocross', 'hoppteknik', 'tvåhjuling'])
      expect(await titles(q, office), q).toEqual(['Motocross bas'])
    for (const q of ['enduro', 'gammal rubrik']) expect(await titles(q, office), q).toEqual([])
    for (const link of [educationToPart, educationToCategory]) await query.delete(link).where(eq(link.educationId, id))
    await query.delete(educations).where(eq(educations.id, id))
    expect(await titles('motocross', office)).toEqual([])
  })
})

describe('occasions', () => {
  test('are found by city, venue, part and education, when they are coming', async () => {
    for (const q of ['ängelholm', 'angelholm', 'knutstorp', 'körning', 'förarlicens'])
      expect((await ask(q)).occasions.items, q).toEqual([
        expect.objectContaining({ educationId: licence, educationPartId: driving, city: 'Ängelholm' }),
      ])
  })

  test('that are past, cancelled or of an unpublished education are not', async () => {
    const hidden = await part({ title: 'Utkast' })
    await education({ title: 'Nattkurs', published: false, partIds: [hidden] })
    await occasion({ educationPartId: hidden, city: 'Sorsele' })
    await occasion({ educationPartId: driving, city: 'Sorsele', startsAt: inDays(-1) })
    await occasion({ educationPartId: driving, city: 'Sorsele', canceledAt: new Date() })
    expect((await ask('sorsele')).occasions.items).toEqual([])
    const administrator = await signedIn({ roles: { Administrator: {} } })
    const found = (await ask('sorsele', administrator)).occasions.items
    expect(found.map(({ canceled }) => canceled)).toEqual([false, true, false])
  })
})

test('media are found by title and tag, if they are in the library', async () => {
  expect((await ask('regelbok')).media.items.map(({ title }) => title)).toEqual(['Regelbok för depån'])
  expect((await ask('säkerhet')).media.items).toHaveLength(1)
})

describe('unpublished educations', () => {
  test('are found by people who may see them only', async () => {
    expect(await titles('hemlig')).toEqual([])
    expect(await titles('hemlig', await signedIn({ roles: { Educator: { EducationCategory: [rally] } } }))).toEqual([])
    expect(await titles('hemlig', await signedIn({ roles: { SuperAdministrator: {} } }))).toEqual([
      'Hemlig förarlicens',
    ])
    await education({ title: 'Hemlig rally', published: false, categoryIds: [rally] })
    expect(await titles('hemlig', await signedIn({ roles: { Educator: { EducationCategory: [rally] } } }))).toEqual([
      'Hemlig rally',
    ])
    expect(await titles('hemlig', await signedIn({ roles: { Educator: { EducationCategory: [racing] } } }))).toEqual([])
  })
})

describe('people', () => {
  let district: number
  let club: number
  let inRally: Person

  beforeAll(async () => {
    const place = async (id: number, name: string, path: string) => {
      const row = { id, name, type: 2 as const, path, createdAt: new Date(), changedAt: new Date() }
      await database().query.insert(organizations).values(row)
      return id
    }
    district = await place(71, 'Värmland', '/71/')
    club = await place(72, 'Karlstads MK', '/71/72/')
    const elsewhere = await place(80, 'Kiruna MK', '/80/')
    inRally = await signedIn({ firstName: 'Åsa', lastName: 'Öberg', email: 'asa@klubb.se', organizationIds: [club] })
    await partResult({ userId: inRally.id, educationPartId: driving })
    const inKarting = await signedIn({ firstName: 'Åke', lastName: 'Öberg', organizationIds: [elsewhere] })
    await educationResult({ userId: inKarting.id, educationId: karting })
    await signedIn({ firstName: 'Ulla', lastName: 'Öberg', inactiveAt: new Date() })
  })

  test('are not found by learners', async () => expect((await ask('öberg')).people).toBeNull())

  test('are found by an organisation administrator in the own clubs', async () => {
    const ofClub = await signedIn({ roles: { OrganizationAdmin: { Organization: [club] } } })
    expect(await names('öberg', ofClub)).toEqual(['Åsa Öberg'])
    expect(await names('öberg', await signedIn({ roles: { OrganizationAdmin: {} } }))).toEqual([])
  })

  test('are found by an educator when they participate in the educator’s educations', async () => {
    const ofRally = await signedIn({ roles: { Educator: { EducationCategory: [rally] } } })
    const ofRacing = await signedIn({ roles: { Educator: { EducationCategory: [racing] } } })
    const ofNothing = await signedIn({ roles: { Educator: {} } })
    expect(await names('oberg', ofRally)).toEqual(['Åsa Öberg'])
    expect(await names('oberg', ofRacing)).toEqual(['Åke Öberg'])
    expect(await names('oberg', ofNothing)).toEqual([])
    expect(await names('obreg', ofRally)).toEqual(['Åsa Öberg'])
    expect(await names('asa@klubb.se', ofRacing)).toEqual([])
  })

  test('are found by an administrator within the organisations, or all active ones without a list', async () => {
    const ofDistrict = await signedIn({ roles: { Administrator: { Organization: [district] } } })
    expect(await names('öberg', ofDistrict)).toEqual(['Åsa Öberg'])
    expect(await names('öberg', await signedIn({ roles: { SuperAdministrator: {} } }))).toEqual([
      'Åke Öberg',
      'Åsa Öberg',
    ])
    expect((await ask('åsa', ofDistrict)).people?.items).toEqual([
      { id: inRally.id, name: 'Åsa Öberg', pictureUrl: null, organizations: { [club]: 'Karlstads MK' } },
    ])
  })
})

test('with very many matches are ranked no further than needed, and names come before mentions', async () => {
  const { query } = database()
  const person = await signedIn({ firstName: 'Vanlig', lastName: 'Sökare', roles: { SuperAdministrator: {} } })
  await query.run(sql`
    with recursive many (n) as (select 900000 union all select n + 1 from many where n < 900299)
    insert into users (id, first_name, last_name, user_name, created_at, changed_at)
    select n, 'Ovanligast', 'Person' || n, 'ovanligast' || n, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from many`)
  await writeSearchWords()
  expect((await names('vanlig', person))?.[0]).toBe('Vanlig Sökare')
  expect((await ask('vanlig', person)).people).toMatchObject({ more: true })
  const shown = sql`users.inactive_at is null`
  const weighed = await database().rows(sql`select * from ${selectBestHits('users', ['ovanligast'], shown)}`)
  expect(weighed.length).toBeLessThanOrEqual(180)
})

const shown = sql`users.inactive_at is null`
const meantBy = async (word: string) => (await loadMeanings(database(), [word], ['users'])).get('users') ?? []

/** Counts the rows that SQLite reads to find the people that a misspelt word may mean. */
const touchedFor = async (word: string) => {
  const hits = selectNearHits('users', await meantBy(word), shown)
  return countReads((db) => db.rows(sql`select * from ${hits}`))
}

test('with a misspelt name are found at the same cost, for any number of matches', async () => {
  const { query } = database()
  const named = async (from: number, to: number) => {
    await query.run(sql`
      with recursive many (n) as (select ${from} union all select n + 1 from many where n < ${to})
      insert into users (id, first_name, last_name, user_name, created_at, changed_at)
      select n, 'Person' || n, 'Mångtalig', 'mangtalig' || n, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from many`)
    await writeSearchWords()
  }
  await named(910000, 910999)
  const few = await touchedFor('mångtlaig')
  await named(920000, 921999)
  expect(await touchedFor('mångtlaig')).toBeLessThanOrEqual(few)
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  for (const slip of ['mångtlaig', 'mangtaligg', 'måntalig', 'mongtalig', 'mångtalog', 'mångtelog'])
    expect((await ask(slip, office)).people?.items[0]?.name, slip).toMatch(/Mångtalig$/)
  const plan = await loadQueryPlan(selectSimilarWords(database(), ['mangtlaig'], ['users']).getSQL())
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH k USING PRIMARY KEY \(vocabulary=\? AND key=\?\)/))
})

test('suggestions are current names, normalised like the search text', async () => {
  const { query } = database()
  const known = async (word: string) => {
    const keyRows = await query.select().from(spellingKeys).where(eq(spellingKeys.word, word))
    const [counted] = await query.select().from(spellings).where(eq(spellings.word, word))
    return [counted?.uses ?? 0, keyRows.length > 0]
  }
  const title = `Ærø ÉTÉ d’Ångström (Łódź) Straße×2 "Ünï\\kod" 速い車 café–öl ${'e\u0301'}cole`
  await medium({ title })
  const counted = await query.select().from(spellings).where(eq(spellings.vocabulary, 'media'))
  const words = counted.map(({ word }) => word)
  expect(words).toEqual(expect.arrayContaining(splitWords(title).filter((word) => word.length >= 3)))

  const { id } = await signedIn({ firstName: 'Xerxes', lastName: 'Qvarnfors' })
  await signedIn({ firstName: 'Xerxes', lastName: 'Annan' })
  expect(await known('xerxes')).toEqual([2, true])
  await query
    .update(users)
    .set(withUserWords({ firstName: 'Xerxes', lastName: 'Gift' }))
    .where(eq(users.id, id))
  expect(await known('qvarnfors')).toEqual([0, false])
  expect(await known('xerxes')).toEqual([2, true])
  await query
    .update(users)
    .set(withUserWords({ firstName: 'Borttagen', lastName: 'Person' }))
    .where(eq(users.id, id))
  expect(await known('xerxes')).toEqual([1, true])
})
