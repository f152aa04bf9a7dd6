import { educationPartResults } from '#api/participation/results/table.ts'
import { entryStates } from '#api/participation/waiting-list/rules.ts'
import { waitingEntries, waitingSeats } from '#api/participation/waiting-list/table.ts'
import { cast } from '#story/people.ts'
import { findEducation, type SeededPerson, type World } from './world.ts'

/** Adults without a result in the part, for the end of the queue. */
function listAdults(world: World, educationPartId: number): SeededPerson[] {
  const rows = world.ledger.rowsOf(educationPartResults)
  const takenIds = new Set(rows.flatMap((row) => (row['educationPartId'] === educationPartId ? [row['userId']] : [])))
  const castIds = new Set<number>(Object.values(cast).map(({ id }) => id))
  return world.people.filter(
    ({ id, age, isExternal }) => age >= 20 && !isExternal && !castIds.has(id) && !takenIds.has(id),
  )
}

/** The first coming occasion of the part whose sign-up stays open for some weeks. */
function findOpenOccasion({ calendar, occasionsOf, canceledOccasionIds }: World, partId: number) {
  const from = calendar.at(21)
  const open = (occasionsOf.get(partId) ?? []).filter(
    ({ row, isPast }) => !isPast && !canceledOccasionIds.has(row.id) && row.startsAt > from && !row.tagId,
  )
  return open.sort((a, b) => a.row.startsAt.getTime() - b.row.startsAt.getTime())[0]
}

/**
 * Makes an occasion full and adds its queue: the last seat is offered to the guardian, and the learner is next. Called
 * after the results and the tags.
 */
export function addWaitingList(world: World): void {
  const { ledger, calendar } = world
  const education = findEducation(world, 'DRI-06')
  const part = education.parts.find(({ letter }) => letter === 'C')
  const occasion = part && findOpenOccasion(world, part.id)
  const last = part && listAdults(world, part.id)[0]
  if (!part || !occasion || !last) throw new Error('the story has no occasion of DRI-06 to queue for')
  occasion.row.maxParticipants = occasion.booked + 1
  const queue = [cast.guardian.id, cast.learner.id, last.id]
  for (const [at, userId] of queue.entries()) {
    const id = ledger.nextId(waitingEntries)
    const isOffered = at === 0
    const createdAt = calendar.at(-9 + at, 20)
    ledger.add(waitingEntries, {
      id,
      occasionId: occasion.row.id,
      userId,
      state: isOffered ? entryStates.offered : entryStates.waiting,
      offeredAt: isOffered ? calendar.at(0, 0) : null,
      expiresAt: isOffered ? calendar.at(2, 20) : null,
      createdAt,
      changedAt: createdAt,
    })
    const seat = { occasionId: occasion.row.id, userId, entryId: id, educationPartId: part.id }
    ledger.add(waitingSeats, { ...seat, offered: isOffered ? 1 : 0 })
  }
}
