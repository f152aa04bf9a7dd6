import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import type { WorklistEducation } from '#api/office/worklist/contract.ts'
import { matchesText, selectMatchingIds } from '#api/office/worklist/educations-storage.ts'
import { foldText } from '#api/text-matching.ts'
import { createDraw } from '#story/draw.ts'
import { education } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'

const { query } = database()
const administrator = await signedIn({ roles: { Administrator: {} } })

const drawn = async (text: string) =>
  (await database().rows<{ id: number }>(sql`select id from (${selectMatchingIds(text)}) order by id`)).map(
    ({ id }) => id,
  )
const met = async (text: string) =>
  (await database().rows<{ id: number }>(sql`select id from educations where ${matchesText(text)} order by id`)).map(
    ({ id }) => id,
  )

const { below, between, pick, chance } = createDraw('desk-search')
// Characters of titles, followed by characters that fold, separate words or do neither.
const letters = [...'aabeefghiklnorsttuåäöÅÄÖéÉüÜøØæÆñçŠžßłŁABEFGLT0123456789²₂½']
const signs = [
  ' ',
  ' ',
  ' ',
  ' ',
  '-',
  '–',
  '—',
  '/',
  '(',
  ')',
  '’',
  '"',
  '_',
  '.',
  ' · ',
  '×',
  '€',
  '🏁',
  '\t',
  '%',
  '\\',
]
const many = <Item>(count: number, item: () => Item) => Array.from({ length: count }, item)
const word = () => many(between(1, 7), () => pick(letters)).join('')
const text = (words: number) => many(words, word).reduce((line, one) => `${line}${pick(signs)}${one}`)

/** Returns a substring of a title as a user may type it: from any position to any position, of one word or several. */
function typed(from: string) {
  const at = below(from.length)
  const stretch = from.slice(at, at + between(1, 6))
  const other = from.split(/\s+/).at(-1) ?? ''
  return chance(0.3) ? `${stretch} ${other.slice(0, between(1, 5))}` : stretch
}

test('the search along the list finds the same as the indexes of words, for any reader and any query', async () => {
  const written = many(150, () => ({ title: text(between(1, 4)), code: chance(0.6) ? text(between(1, 2)) : null }))
  const ids: number[] = []
  for (const { title, code } of written) ids.push(await education({ title, code: code && `${code} ${ids.length}` }))
  const changed = many(50, () => ({ title: text(3), code: chance(0.5) ? text(1) : null }))
  for (const [at, { title, code }] of changed.entries())
    await query
      .update(educations)
      .set(withEducationWords({ title, code: code && `${code} u${at}` }))
      .where(eq(educations.id, ids[at] ?? 0))

  const targets = [...changed, ...written.slice(50)]
  const questions = many(300, () => {
    const { title, code } = pick(targets)
    const from = chance(0.3) && code ? code : title
    return chance(0.5) ? typed(from) : foldText(typed(from))
  })
  const differing: unknown[] = []
  let found = 0
  for (const question of questions) {
    const [byIndex, byKey] = [await drawn(question), await met(question)]
    if (byIndex.length > 0) found += 1
    if (String(byIndex) !== String(byKey)) differing.push({ question, byIndex, byKey })
  }
  expect(differing).toEqual([])
  // Most queries have hits; otherwise the two implementations would agree about nothing.
  expect(found).toBeGreaterThan(questions.length / 2)
})

interface Page {
  items: WorklistEducation[]
  total: number
  isLeast: boolean
}
const pageOf = (search: string) => administrator.json<Page>('GET', `/Educations/desk?all=1&${search}`)

test('matches beyond the count are reported as more, and each is on one page, ordered by title', async () => {
  for (let at = 0; at < 410; at += 1) await education({ title: `Folkrace ${(at * 7) % 410}` })
  expect(await pageOf('text=folkr')).toMatchObject({ total: 250, isLeast: true })
  expect(await pageOf('text=olkrac&page=10')).toMatchObject({ total: 375, isLeast: true })
  expect(await pageOf('text=olkrac&page=12')).toMatchObject({ total: 410, isLeast: false })
  expect(await pageOf('text=olkrac&page=99')).toMatchObject({ items: [], total: 410, isLeast: false })
  expect(await pageOf('text=folkrace+31')).toMatchObject({ total: 11, isLeast: false })

  const pages = await Promise.all(many(17, () => 0).map((_, at) => pageOf(`text=olkrac&page=${at + 1}`)))
  const titles = pages.flatMap(({ items }) => items.map(({ title }) => title))
  expect(titles).toEqual(
    many(410, () => 0)
      .map((_, at) => `Folkrace ${at}`)
      .sort(),
  )
})

test('a copy is searched like any other', async () => {
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const original = await education({ title: 'Älgsafari på rallyväg' })
  const answer = await office.fetch('POST', `/Educations/${original}/copy`, {
    title: 'Kopia av älgsafari',
    sharesParts: true,
  })
  expect(answer.status).toBe(200)
  expect(await met('lgsafar')).toHaveLength(2)
})
