import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MemberSignUpPreview, OpenOccasion } from '#api/office/organizations/sign-ups/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createOccasion, education, part } from '../../catalogue.ts'
import { database } from '../../portal.ts'
import { clubAdministrator, member } from './fixtures.ts'

/** Creates a date that two educations share, the second of which costs 200 kr less. */
async function createSharedDate(title: string) {
  const educationPartId = await part({ title })
  const firstId = await education({ title: `${title} A`, partIds: [educationPartId], feeMinor: 20_000 })
  const secondId = await education({ title: `${title} B`, partIds: [educationPartId] })
  const { id } = await createOccasion(educationPartId)
  return { id, firstId, secondId }
}

const listEducations = async (text: string) => {
  const path = `/Organization/20/openOccasions?text=${text}`
  const { items, total } = await clubAdministrator.json<{ items: OpenOccasion[]; total: number }>('GET', path)
  return [items.map(({ educationId }) => educationId), total]
}

test('a date that several educations share is listed for each of them', async () => {
  const { firstId, secondId } = await createSharedDate('Delad')
  expect(await listEducations('delad')).toEqual([[firstId, secondId], 2])
})

test('members are signed up to the education that was chosen', async () => {
  const [nora, { id: occasionId, secondId }] = [await member('Ek'), await createSharedDate('Vald')]
  const path = `/Organization/20/signUps?occasionId=${occasionId}&educationId=${secondId}&userIds=${nora.id}`
  const preview = await clubAdministrator.json<MemberSignUpPreview>('GET', path)
  expect(preview).toMatchObject({ occasion: { educationId: secondId, educationTitle: 'Vald B' }, people: [{ fee: 0 }] })
  const body = { occasionId, educationId: secondId, userIds: [nora.id] }
  expect((await clubAdministrator.fetch('POST', '/Organization/20/signUps', body)).status).toBe(200)
  const rows = await database()
    .query.select()
    .from(educationPartResults)
    .where(eq(educationPartResults.occasionId, occasionId))
  expect(rows).toMatchObject([{ userId: nora.id, educationId: secondId }])
})

test('a shared date without a chosen education is refused at the field', async () => {
  const [nora, { id: occasionId }] = [await member('Ek'), await createSharedDate('Oklar')]
  const preview = `/Organization/20/signUps?occasionId=${occasionId}&userIds=${nora.id}`
  for (const response of [
    await clubAdministrator.fetch('GET', preview),
    await clubAdministrator.fetch('POST', '/Organization/20/signUps', { occasionId, userIds: [nora.id] }),
  ])
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'invalid_input', fields: { educationId: 'Fyll i fältet.' } },
    ])
})

test('an education that does not offer the date is not found', async () => {
  const [nora, { id: occasionId }] = [await member('Ek'), await createSharedDate('Annan')]
  const body = { occasionId, educationId: await education(), userIds: [nora.id] }
  expect((await clubAdministrator.fetch('POST', '/Organization/20/signUps', body)).status).toBe(404)
})
