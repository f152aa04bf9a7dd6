import { beforeAll, expect, test } from 'vitest'
import type { SearchResults } from '#api/office/search/contract.ts'
import { education, occasion, part } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { type Person, signedIn } from '../portal.ts'
import { addOccasionResponsible } from '../scope/federation.ts'
import { createExam } from './exams/fixtures.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })

let learner: Person
let office: Person
let leader: Person
let driving: number

beforeAll(async () => {
  learner = await signedIn()
  office = await signedIn({ roles: { Administrator: {} } })
  leader = await signedIn({ roles: { Educator: {} } })
  driving = await part({ title: 'Körning på bana' })
  await education({ title: 'Banförare', partIds: [driving] })
})

const at = (startsAt: string, more = {}) =>
  occasion({
    educationPartId: driving,
    startsAt: new Date(startsAt),
    endsAt: new Date('2041-12-31T20:00:00Z'),
    ...more,
  })
const ask = (q: string, person = learner) => person.json<SearchResults>('GET', `/search?q=${encodeURIComponent(q)}`)
const cities = async (q: string, person = learner) => (await ask(q, person)).occasions.items.map(({ city }) => city)

test('a day finds the occasions that begin on it in Swedish time, the first one first', async () => {
  await at('2041-12-02T22:59:00Z', { city: 'Kil' })
  await at('2041-12-01T23:00:00Z', { city: 'Sunne' })
  await at('2041-12-02T23:00:00Z', { city: 'Torsby' })
  for (const q of ['2 dec 2041', '2/12 2041', '2041-12-02', 'December 2 2041'])
    expect(await cities(q), q).toEqual(['Sunne', 'Kil'])
  expect(await cities('4 dec 2041')).toEqual([])
})

test('the other words of the text narrow the day', async () => {
  expect(await cities('banförare 2 dec 2041')).toEqual(['Sunne', 'Kil'])
  expect(await cities('kil 2 dec 2041')).toEqual(['Kil'])
  expect(await cities('torsby 2 dec 2041')).toEqual([])
})

test('a cancelled or past occasion of the day, or one of a draft, is found by its organisers alone', async () => {
  const hidden = await part({ title: 'Utkast' })
  await education({ title: 'Hemlig kurs', published: false, partIds: [hidden] })
  await at('2041-11-05T10:00:00Z', { educationPartId: hidden, city: 'Grums' })
  await at('2041-11-05T11:00:00Z', { canceledAt: new Date(), city: 'Forshaga' })
  const led = await at('2021-11-05T11:00:00Z', { city: 'Hagfors' })
  await addOccasionResponsible(led, leader.id)
  const found = async (person: Person) =>
    (await Promise.all(['5 nov 2041', '5 nov 2021'].map((q) => cities(q, person)))).flat().sort()
  expect(await found(learner)).toEqual([])
  expect(await found(leader)).toEqual(['Hagfors'])
  expect(await found(office)).toEqual(['Forshaga', 'Grums', 'Hagfors'])
})

test('a day finds practical exams too', async () => {
  const { exam } = await createExam({ startsAt: new Date('2041-10-07T08:00:00Z') })
  const found = async (q: string) => (await ask(q)).exams.items.map(({ id }) => id)
  expect([await found('7 okt 2041'), await found('8 okt 2041')]).toEqual([[exam.id], []])
})
