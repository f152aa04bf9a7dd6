import { expect, test } from 'vitest'
import { createEducation, educationResult } from '../../catalogue.ts'
import { signedIn } from '../../portal.ts'
import { readRefusal } from './fixtures.ts'

test('a completion is not moved to the moment of another completion of the person', async () => {
  const { id } = await createEducation([{ type: 1 }])
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const { id: userId } = await signedIn()
  const earlier = new Date('2024-03-01T10:00:00.000Z')
  await educationResult({ userId, educationId: id, completed: true, completedAt: earlier })
  const resultId = await educationResult({
    userId,
    educationId: id,
    completed: true,
    completedAt: new Date('2025-03-01T10:00:00.000Z'),
  })
  const moved = [{ userId, resultId, completed: true, completedDate: earlier }]
  const refused = await office.fetch('PUT', `/Educations/${id}/results`, moved)
  expect(await readRefusal(refused)).toEqual([409, 'education_completed'])
})
