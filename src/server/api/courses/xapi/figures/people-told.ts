import type { Ctx } from '#api/context.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import type { SignedUp } from './standing-storage.ts'
import { listOpened, listTold, type Telling } from './storage.ts'

/** Highest number of people and statements read at a time. */
export const mostPeople = 500
export const mostStatements = 20_000

type CountedPerson = Pick<SignedUp, 'userId' | 'told' | 'completedAt'>

/** Returns the first people whose statements together are within the limit, and always at least one person. */
export function whole<Person extends CountedPerson>(people: readonly Person[], limit: number): Person[] {
  let sum = 0
  const last = people.findIndex(({ told }) => {
    sum += told
    return sum > limit
  })
  return last < 0 ? [...people] : people.slice(0, Math.max(1, last))
}

export interface Known extends Telling {
  attempts: Attempt[]
}

/** Loads the attempts of people at the course of a part. */
export async function attemptsOfPeople(
  { db }: Ctx,
  educationPartId: number,
  people: readonly CountedPerson[],
  limit = mostStatements,
): Promise<Known> {
  const ids = people.map(({ userId }) => userId)
  const [loaded, opened] = await Promise.all([
    listTold(db, educationPartId, ids, limit),
    listOpened(db, educationPartId, people),
  ])
  return { ...loaded, attempts: attemptsOf(loaded.told, opened) }
}
