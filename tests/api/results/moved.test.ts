import { expect, test } from 'vitest'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import { createEducation, createOccasion, holdOccasion } from '../../catalogue.ts'
import { signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { readRefusal, resultsPath } from './fixtures.ts'

const organizer = await signedIn({ roles: { SuperAdministrator: {} } })

async function onTheFirst() {
  const { firstPartId } = await createEducation()
  const [first, second] = [await createOccasion(firstPartId), await createOccasion(firstPartId)]
  const { id: userId } = await signedIn()
  const [signedUp] = await organizer.json<EducationPartResult[]>('PUT', resultsPath, [{ userId, occasionId: first.id }])
  const resultId = signedUp?.resultId ?? 0
  const change = (fields: object) => organizer.fetch('PUT', resultsPath, [{ resultId, userId, ...fields }])
  const move = () =>
    organizer.fetch('PUT', `/EducationPartOccasions/${first.id}/participants/move`, {
      resultIds: [resultId],
      occasionId: second.id,
    })
  return { first, second, change, move }
}

const resultIn = async (response: Response) => (await bodyOf<EducationPartResult[]>(response))[0]

test('attendance at one occasion does not follow a move to another', async () => {
  const { first, second, change, move } = await onTheFirst()
  await holdOccasion(first.id)
  expect(await resultIn(await change({ attended: true }))).toMatchObject({ attended: true })
  expect(await resultIn(await move())).toMatchObject({ occasionId: second.id, attended: null })
})

test('a change queued offline about a person on an occasion is refused once they are moved to another', async () => {
  const { first, second, change, move } = await onTheFirst()
  await move()
  for (const fields of [{ attended: true }, { completed: true }, { canceled: true }])
    expect(await readRefusal(await change({ ...fields, occasionId: first.id }))).toEqual([409, 'result_moved'])
  await holdOccasion(second.id)
  expect(await resultIn(await change({ attended: true, occasionId: second.id }))).toMatchObject({ attended: true })
})
