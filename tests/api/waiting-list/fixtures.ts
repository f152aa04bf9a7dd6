import { eq } from 'drizzle-orm'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { waitingEntries } from '#api/participation/waiting-list/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { toPair } from '../../guardians.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { contextAt, runHandler } from '../../run-handler.ts'
import { inHours } from '../../time.ts'
import { resultsPath } from '../results/fixtures.ts'

export const { query } = database()

/**
 * Keeps the portal from offering seats by itself in this file, by a job with the same key that waits for a day. Without
 * it a write queues the job, which may offer seats and end places between two steps of a test.
 */
export const holdOffers = () =>
  query.insert(jobs).values({
    id: 'held-offers',
    kind: 'waitingList.offer',
    key: 'waitingList.offer',
    payload: {},
    state: jobStates.scheduled,
    runAt: inHours(24),
    createdAt: new Date(),
  })

/** Runs the job that offers free seats, as at a time. */
export const offerSeatsAt = (now = new Date()) => runHandler('waitingList.offer', contextAt(now))

export const join = (person: Person, occasionId: number, userIds = [person.id]) =>
  person.fetch('POST', `/EducationPartOccasions/${occasionId}/waitingList`, { userIds })

export const leave = (person: Person, entryId: number) => person.fetch('DELETE', `/WaitingList/${entryId}`)

export const listOwn = (person: Person) => person.json<WaitingEntry[]>('GET', '/WaitingList')

export const entryOf = async (person: Person): Promise<WaitingEntry> => {
  const [entry] = await listOwn(person)
  if (!entry) throw new Error('the person is in no queue')
  return entry
}

/** Cancels the person's own sign-up to the occasion. */
export async function cancel(person: Person, occasionId: number): Promise<Response> {
  const path = `/EducationPartOccasions/${occasionId}/results/${person.id}`
  const [result] = await person.json<{ resultId: number; canceled: boolean }[]>('GET', path)
  return person.fetch('PUT', resultsPath, [{ userId: person.id, resultId: result?.resultId, canceled: true }])
}

export async function seatsOf(occasionId: number) {
  const [row] = await query
    .select({ booked: occasions.bookedCount, reserved: occasions.reservedCount, max: occasions.maxParticipants })
    .from(occasions)
    .where(eq(occasions.id, occasionId))
  if (!row) throw new Error('there is no such occasion')
  return row
}

export const statesOf = async (occasionId: number) =>
  (await query.select().from(waitingEntries).where(eq(waitingEntries.occasionId, occasionId))).map(({ state }) => state)

/** Creates a parent with children whose links are confirmed. */
export async function createParty(children: number) {
  const now = new Date()
  const parent = await signedIn({ firstName: 'Helena', birthOn: '1983-05-01' })
  const party: Person[] = []
  for (let index = 0; index < children; index++) {
    const child = await signedIn({ firstName: 'Milo', birthOn: `${now.getFullYear() - 14}-01-01` })
    const link = { ...toPair(parent, child), createdByUserId: parent.id, createdAt: now, confirmedAt: now }
    await query.insert(guardianLinks).values({ ...link, relation: 'parent' })
    party.push(child)
  }
  return { parent, children: party }
}
