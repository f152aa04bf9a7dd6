import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SearchResults } from '#api/office/search/contract.ts'
import { spellings } from '#api/office/search/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { category, education } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'
import { measureCost } from '../query-plan.ts'

/** Counts the rows that SQLite reads and writes when a person's name is indexed for search. */
async function priceOf(lastName: string) {
  const name = { firstName: 'Bo', lastName }
  const { id } = await signedIn(name)
  const { searchWords } = withUserWords(name)
  await database().query.update(users).set({ searchWords: '[]' }).where(eq(users.id, id))
  return measureCost(({ query }) => query.update(users).set({ searchWords }).where(eq(users.id, id)).run())
}

test('a long word costs no more than its first forty letters, and is still found when it is misspelt', async () => {
  expect(await priceOf(`Qvös ${'ö'.repeat(400)}`)).toEqual(await priceOf(`Qväs ${'ä'.repeat(40)}`))

  const lastName = `Lång${'bindestreckslöst'.repeat(5)}`
  const { id } = await signedIn({ firstName: 'Ebba', lastName })
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const names = async (q: string) => {
    const found = await office.json<SearchResults>('GET', `/search?q=${q}`)
    return found.people?.items.map(({ name }) => name)
  }
  for (const slip of ['långbnidestreck', `lngbindestreckslost${'bindestreckslost'.repeat(3)}`])
    expect(await names(slip), slip).toEqual([`Ebba ${lastName}`])
  const listSpellings = () => database().query.select().from(spellings).where(sql`word like 'langbind%'`)
  expect((await listSpellings()).map(({ word }) => word.length)).toEqual([40])
  await database()
    .query.update(users)
    .set(withUserWords({ firstName: 'Ebba', lastName: 'Kort' }))
    .where(eq(users.id, id))
  expect(await listSpellings()).toEqual([])
})

test('a misspelt word finds the most similar title first, before the others of its category', async () => {
  const categoryIds = [await category('Rally')]
  for (const title of ['Banbyggare grus', 'Crosskart för ledare', 'Rallyspårets historia', 'Förarutbildning rally'])
    await education({ title, categoryIds })
  const learner = await signedIn()
  const { educations, near } = await learner.json<SearchResults>('GET', '/search?q=raly')
  const titles = educations.items.map(({ title }) => title)
  expect(near).toBe(true)
  expect(titles.slice(0, 2)).toEqual(['Förarutbildning rally', 'Rallyspårets historia'])
  expect(titles.slice(2).toSorted()).toEqual(['Banbyggare grus', 'Crosskart för ledare'])
})
