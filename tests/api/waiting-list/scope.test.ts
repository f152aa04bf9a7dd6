import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { ManagedEntry } from '#api/participation/waiting-list/contract.ts'
import { entryStates } from '#api/participation/waiting-list/rules.ts'
import { waitingEntries, waitingSeats } from '#api/participation/waiting-list/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { insertFederation } from '../../federation.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { type Actor, createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { holdOffers, join, leave, listOwn, offerSeatsAt } from './fixtures.ts'

await holdOffers()

const { query } = database()
const now = new Date()

await insertFederation()
const [own, foreign] = [await insertCourse('Alfa'), await insertCourse('Beta')]
const actors = await createActors(own)
// Full: with a free seat the job that offers seats would change the entries, at a time that no test decides.
await query.update(occasions).set({ maxParticipants: 0 })
const guardian = actors.find(({ name }) => name === 'a guardian of one child')?.person as Person

/** The queues: two of the education that some of the actors have, one of another. */
const queues = [
  { occasionId: own.occasionIds[0], educationPartId: own.classPartId },
  { occasionId: own.occasionIds[1], educationPartId: own.classPartId },
  { occasionId: foreign.occasionIds[0], educationPartId: foreign.classPartId },
]

/** Puts a child of a club in each queue, and returns the entries in the order of the queues. */
async function waitAsChild(clubId: number, lastName: string) {
  const child = await signedIn({ firstName: 'Kö', lastName, birthOn: '2014-05-01', organizationIds: [clubId] })
  const entryIds: number[] = []
  for (const { occasionId, educationPartId } of queues) {
    const entry = { occasionId, userId: child.id, createdAt: now, changedAt: now }
    const [row] = await query.insert(waitingEntries).values(entry).returning()
    const entryId = row?.id ?? 0
    await query.insert(waitingSeats).values({ entryId, occasionId, educationPartId, userId: child.id })
    entryIds.push(entryId)
  }
  return { child, entryIds }
}

const party = [await waitAsChild(20, 'Åre'), await waitAsChild(21, 'Luleå'), await waitAsChild(30, 'Ystad')]
const { child: ward, entryIds: wardEntryIds } = await waitAsChild(30, 'Barn')
const link = { adultUserId: guardian.id, childUserId: ward.id, createdByUserId: guardian.id, createdAt: now }
await query.insert(guardianLinks).values({ ...link, confirmedAt: now })

const [everybody, north, nobody] = [['Åre', 'Luleå', 'Ystad', 'Barn'], ['Åre', 'Luleå'], [] as string[]]

/** The names that each actor reads in each queue; null where the queue is refused. Children are named to few. */
const readable: Record<string, (string[] | null)[]> = {
  'an educator who leads one occasion': [nobody, null, null],
  'an educator who examines one examination': [null, null, null],
  'an educator named on one examination': [null, null, null],
  'an educator who answers for one education': [nobody, nobody, null],
  'an educator of one category': [nobody, nobody, null],
  'an educator of one education role': [nobody, nobody, null],
  'an educator of one category in one club': [nobody, nobody, null],
  'an educator of nothing': [null, null, null],
  'the administrator of one district': [north, north, north],
  'the administrator of one club': [null, null, null],
  'a superadministrator': [everybody, everybody, everybody],
  'a guardian of one child': [null, null, null],
  'a member': [null, null, null],
  'somebody external': [null, null, null],
}

const queuesOf = ({ name }: Actor) => readable[name] ?? []
const named = actors.map((actor) => [actor.name, actor] as const)

async function readQueue({ person }: Actor, occasionId: number): Promise<string[] | null> {
  const response = await person.fetch('GET', `/EducationPartOccasions/${occasionId}/waitingList`)
  if (response.status === 403) return null
  const entries = await response.json<ManagedEntry[]>()
  expect(entries.map(({ partySize }) => partySize)).toEqual([1, 1, 1, 1])
  return entries.flatMap(({ names }) => names.map((name) => name.replace('Kö ', '')))
}

describe.each(named)('%s', (_name, actor) => {
  const { person } = actor
  const isGuardian = person.id === guardian.id

  test('reads the queues in scope, with the names in scope', async () => {
    const seen = await Promise.all(queues.map(({ occasionId }) => readQueue(actor, occasionId)))
    expect(seen).toEqual(queuesOf(actor))
  })

  test('reads as own places those of the child alone', async () => {
    expect((await listOwn(person)).map(({ id }) => id).sort((a, b) => a - b)).toEqual(isGuardian ? wardEntryIds : [])
  })

  test('puts nobody else in a queue', async () => {
    for (const { child } of party) {
      const response = await join(person, own.occasionIds[0], [child.id])
      expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([403, 'not_allowed'])
    }
  })

  test('accepts no offer of others', async () => {
    for (const { child, entryIds } of party)
      for (const [index, { occasionId }] of queues.entries()) {
        const body = [{ userId: child.id, occasionId }]
        const response = await person.fetch('POST', `/WaitingList/${entryIds[index]}/accept`, body)
        expect(response.status).toBe(404)
      }
  })

  test('removes entries of others from the queues in scope alone', async () => {
    const { child, entryIds } = await waitAsChild(20, 'Ut')
    const ofChild = eq(waitingEntries.userId, child.id)
    // Also after a failure: the next actor would read an entry too many.
    onTestFinished(async () => void (await query.delete(waitingEntries).where(ofChild)))
    const removed = await Promise.all(entryIds.map((entryId) => leave(person, entryId)))
    // Removing queues the job that offers seats, which may run before the states are read.
    await offerSeatsAt()
    const isInScope = queuesOf(actor).map((names) => names !== null)
    expect(removed.map(({ status }) => status)).toEqual(isInScope.map((is) => (is ? 204 : 404)))
    const entries = await query.select().from(waitingEntries).where(ofChild).orderBy(waitingEntries.id)
    expect(entries.map(({ state }) => state)).toEqual(
      isInScope.map((is) => (is ? entryStates.removed : entryStates.waiting)),
    )
  })
})
