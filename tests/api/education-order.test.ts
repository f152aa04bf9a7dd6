import { expect, test } from 'vitest'
import type { EducationPage } from '#api/office/education-list/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { category, education, occasion, part } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

const learner = await signedIn()
const page = (query: string) => learner.json<EducationPage>('GET', `/Educations/page?${query}`)
const titles = async (query: string) => (await page(query)).items.map(({ title }) => title)

async function organization(row: { name: string; type: 1 | 2; path: string; city: string | null }): Promise<number> {
  const values = { ...row, createdAt: new Date(), changedAt: new Date() }
  const [made] = await database().query.insert(organizations).values(values).returning({ id: organizations.id })
  return made?.id ?? 0
}

async function dated(title: string, city: string, days: number, feeMinor: number, categoryIds: number[] = []) {
  const day = await part({ title: `Kursdag ${title}` })
  const educationId = await education({ title, partIds: [day], categoryIds })
  await occasion({ educationPartId: day, educationId, city, startsAt: inDays(days), feeMinor })
}

const rally = await category('Rally')
await dated('Alfa', 'Malmö', 30, 20_000)
await dated('Beta', 'Kil', 20, 40_000, [rally])
await dated('Gamma', 'Karlstad', 40, 0)
await education({ title: 'Delta utan datum', partIds: [await part({ type: 1, feeMinor: 10_000 })] })
const district = await organization({ name: 'Värmland', type: 1, path: '/900/', city: null })
const club = await organization({ name: 'Karlstads MK', type: 2, path: '/900/901/', city: 'karlstad' })
await organization({ name: 'Kils MK', type: 2, path: '/900/902/', city: 'Kil' })

test('the earliest date comes first, and no date last', async () => {
  expect(await titles('order=date')).toEqual(['Beta', 'Alfa', 'Gamma', 'Delta utan datum'])
})

test('the lowest price of a sign-up comes first', async () => {
  expect(await titles('order=price')).toEqual(['Gamma', 'Delta utan datum', 'Alfa', 'Beta'])
})

test('the club’s city comes first, then its district; an unknown club has no effect', async () => {
  expect(await titles(`order=near.${club}`)).toEqual(['Gamma', 'Beta', 'Alfa', 'Delta utan datum'])
  expect(await titles(`order=near.${district}`)).toEqual(['Beta', 'Gamma', 'Alfa', 'Delta utan datum'])
  expect(await titles('order=near.999999')).toEqual(['Beta', 'Alfa', 'Gamma', 'Delta utan datum'])
})

test('the card shows the date that is near', async () => {
  const day = await part({ title: 'Två städer' })
  const educationId = await education({ title: 'Epsilon', partIds: [day] })
  await occasion({ educationPartId: day, educationId, city: 'Ystad', startsAt: inDays(5) })
  await occasion({ educationPartId: day, educationId, city: 'Karlstad', startsAt: inDays(50) })
  const cityOf = async (query: string) => (await page(`${query}&text=Epsilon`)).items[0]?.nextOccasion?.city
  expect(await cityOf('order=date')).toBe('Ystad')
  expect(await cityOf(`order=near.${club}`)).toBe('Karlstad')
})

test('favourite branches come first, without hiding others', async () => {
  const found = await titles(`first=${rally}`)
  expect(found[0]).toBe('Beta')
  expect(found.length).toBe((await titles('')).length)
})

test('an order that does not exist is refused', async () => {
  for (const order of ['name', 'near.', 'near.x', 'date,price'])
    expect((await learner.fetch('GET', `/Educations/page?order=${order}`)).status).toBe(400)
})
