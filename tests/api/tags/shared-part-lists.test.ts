import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { educationToPart } from '#api/catalogue/educations/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { features } from '#api/features.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { EducationPage, EducationView } from '#api/office/education-list/contract.ts'
import type { PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import { createEducation } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { anonymous, database, invalidateCache, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { createOccasionSet, prepareTags } from './fixtures.ts'

let anna: Person
let set: Awaited<ReturnType<typeof createOccasionSet>>
/** An education without a fee that shares the first part of the set; its number is lower than that of the set's. */
let otherId = 0

beforeAll(async () => {
  await prepareTags()
  await configurePortal({ features: [...features] })
  anna = await signedIn()
  otherId = (await createEducation([])).id
  set = await createOccasionSet([{ feeMinor: 20_000 }, { feeMinor: 30_000 }], { feeMinor: 70_000 })
  const sharedPart = { educationId: otherId, educationPartId: set.partIds[0] ?? 0, position: 0 }
  await database().query.insert(educationToPart).values(sharedPart)
  await invalidateCache()
})

const shared = () => set.ids[0] ?? 0
const viewOf = (id: number) => anna.json<EducationView>('GET', `/Educations/${id}/view`)
const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

test('only the page of the education of the tag lists the dates and names their price', async () => {
  const [tagged, other] = [await viewOf(set.educationId), await viewOf(otherId)]
  expect(idsOf(tagged.occasions)).toEqual(set.ids)
  expect(tagged.feeRange).toEqual({ from: 1200, to: 1200 })
  expect(other).toMatchObject({ occasions: [], nextOccasion: null, feeRange: null })
})

test('only the card of the education of the tag has the date and its price', async () => {
  const { items } = await anna.json<EducationPage>('GET', '/Educations/page')
  const cards = new Map(items.map((card) => [card.id, card]))
  expect(cards.get(set.educationId)).toMatchObject({ nextOccasion: { id: shared() }, feeRange: { from: 1200 } })
  expect(cards.get(otherId)).toMatchObject({ nextOccasion: null, feeRange: null })
})

test('the calendar of another education leaves the dates out', async () => {
  const period = { startDate: inDays(0).toISOString(), endDate: inDays(60).toISOString() }
  const read = (id: number) =>
    anna.json<CalendarItem[]>('POST', '/Calendar/CalendarFiltered', { ...period, educationId: [id] })
  expect((await read(set.educationId)).map(({ referenceId }) => referenceId)).toEqual(set.ids)
  expect(await read(otherId)).toEqual([])
})

test('the public catalogue lists the set once, under the education of the tag', async () => {
  const listed = (await (await anonymous('GET', '/Catalogue/occasions')).json()) as PublicOccasion[]
  expect(listed).toMatchObject([{ id: shared(), education: { id: set.educationId }, fee: 1200 }])
  const other = await anonymous('GET', `/Catalogue/occasions?education=${otherId}`)
  expect(await other.json()).toEqual([])
})

test('a link to the date leads to the education of the tag', async () => {
  const found = await anna.json<{ id: number }>('GET', `/EducationPartOccasions/GetEducationForOccasionId/${shared()}`)
  expect(found.id).toBe(set.educationId)
})

test('a cancelled date of the set stays with the education of the tag, where a date without the feature is shared', async () => {
  const [, second = 0] = set.ids
  const { query } = database()
  const lists = async () => [await viewOf(set.educationId), await viewOf(otherId)].map((view) => idsOf(view.occasions))
  await query.update(occasions).set({ canceledAt: new Date() }).where(eq(occasions.id, shared()))
  await invalidateCache()
  expect(await lists()).toEqual([[shared(), second], []])
  await configurePortal({ features: [] })
  await invalidateCache()
  expect(await lists()).toEqual([[shared(), second], [shared()]])
})
