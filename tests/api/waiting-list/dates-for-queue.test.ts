import { expect, test } from 'vitest'
import { notices } from '#api/foundation/notices/table.ts'
import { listOtherDates } from '#api/participation/sign-ups/participants/other-dates.ts'
import { createEducation, createOccasion } from '../../catalogue.ts'
import { signedIn } from '../../portal.ts'
import { contextAt, runHandler } from '../../run-handler.ts'
import { inHours } from '../../time.ts'
import { resultsPath } from '../results/fixtures.ts'
import { cancel, entryOf, holdOffers, join, leave, query } from './fixtures.ts'

await holdOffers()

/** Creates a date with a free seat for which somebody is in the queue. */
async function createDateForQueue(educationPartId: number) {
  const date = await createOccasion(educationPartId, { maxParticipants: 1 })
  const [first, queued] = [await signedIn(), await signedIn()]
  await first.fetch('PUT', resultsPath, [{ userId: first.id, occasionId: date.id }])
  await join(queued, date.id)
  await cancel(first, date.id)
  return { id: date.id, queued }
}

test('an occasion has no free seats while they are for its queue', async () => {
  const { id, queued } = await createDateForQueue((await createEducation([{}])).firstPartId)
  const reader = await signedIn()
  const read = () => reader.json<{ availableSpots: number }>('GET', `/EducationPartOccasions/${id}`)
  const count = () => reader.json('GET', `/EducationPartOccasions/GetAvailableSpotsOnOccasion/${id}`)
  expect([(await read()).availableSpots, await count()]).toEqual([0, 0])
  await leave(queued, (await entryOf(queued)).id)
  expect([(await read()).availableSpots, await count()]).toEqual([1, 1])
})

test('a free seat that is for the queue is offered neither to those of a cancelled date nor to watchers', async () => {
  const course = await createEducation([{}])
  const watcher = await signedIn()
  await watcher.fetch('PUT', `/Educations/${course.id}/watch`, { watching: true })
  const canceled = await createOccasion(course.firstPartId, { maxParticipants: 0 })
  const { queued } = await createDateForQueue(course.firstPartId)
  const listDates = () =>
    listOtherDates(contextAt(new Date()), { id: canceled.id, educationPartId: course.firstPartId, fee: 0 }, 0)
  const tellWatchers = async () => {
    await runHandler('educationWatches.tell', contextAt(inHours(1)))
    return (await query.select().from(notices)).filter(({ userId }) => userId === watcher.id).length
  }
  expect([(await listDates()).length, await tellWatchers()]).toEqual([0, 0])
  await leave(queued, (await entryOf(queued)).id)
  expect([(await listDates()).length, await tellWatchers()]).toEqual([1, 1])
})
