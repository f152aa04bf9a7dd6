import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationToPart } from '#api/catalogue/educations/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { createEducation, createOccasion } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'
import { inMinutes } from '../time.ts'
import { readRefusal, resultsPath } from './results/fixtures.ts'

const { query } = database()
const organizer = await signedIn({ roles: { SuperAdministrator: {} } })

async function booked(ofTheEducation: boolean) {
  const education = await createEducation([{}, {}])
  const { firstPartId, partIds, id } = education
  const occasion = await createOccasion(firstPartId, { educationId: ofTheEducation ? id : null })
  const { id: userId } = await signedIn()
  await organizer.fetch('PUT', resultsPath, [{ userId, occasionId: occasion.id }])
  const arrange = (ids: readonly (number | undefined)[]) =>
    organizer.fetch('PUT', `/Educations/${id}/educationParts`, ids)
  return { occasion, firstPartId, arrange, without: () => arrange([partIds[1]]) }
}

const found = async (occasionId: number) =>
  (await organizer.fetch('GET', `/EducationPartOccasions/${occasionId}/participants`)).status

test('a part with participants of coming dates cannot be removed from its education', async () => {
  const { occasion, without } = await booked(false)
  expect(await readRefusal(await without())).toEqual([409, 'part_has_participants'])
  expect(await found(occasion.id)).toBe(200)
  await organizer.fetch('PUT', `/EducationPartOccasions/${occasion.id}/CancelOccasion`, {})
  expect((await without()).status).toBe(200)
})

test('past occasions and other educations do not prevent it', async () => {
  const over = await booked(true)
  const ended = inMinutes(-1)
  await query
    .update(occasions)
    .set({ startsAt: new Date(0), endsAt: ended })
    .where(eq(occasions.id, over.occasion.id))
  expect((await over.without()).status).toBe(200)
  const shared = await booked(false)
  const other = await createEducation([{}])
  await query.insert(educationToPart).values({
    educationId: other.id,
    educationPartId: shared.firstPartId,
    position: 9,
  })
  expect((await shared.without()).status).toBe(200)
  expect(await found(shared.occasion.id)).toBe(200)
})

test('an occasion of one education is not found through another that holds the part', async () => {
  const { firstPartId, without } = await booked(true)
  const other = await createEducation([{}])
  await query.insert(educationToPart).values({ educationId: other.id, educationPartId: firstPartId, position: 9 })
  expect(await readRefusal(await without())).toEqual([409, 'part_has_participants'])
})
