import type { Ctx } from '#api/context.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import type { SignedUp } from './standing-storage.ts'
import { listOpened, listTold, type Telling } from './storage.ts'

/** So much is read at once, however large the course or its crowd. */
export const mostPeople = 500
export const mostStatements = 20_000

type Counted = Pick<SignedUp, 'userId' | 'told' | 'completedAt'>

/** The first of them whose statements together are no more than are read at once, and always one of them. */
export function whole<Person extends Counted>(people: readonly Person[], atMost: number): Person[] {
  let sum = 0
  const last = people.findIndex(({ told }) => {
    sum += told
    return sum > atMost
  })
  return last < 0 ? [...people] : people.slice(0, Math.max(1, last))
}

export interface Known extends Telling {
  attempts: Attempt[]
}

/** What people did in a part's course. */
export async function attemptsOfPeople(
  { db }: Ctx,
  educationPartId: number,
  people: readonly Counted[],
  atMost = mostStatements,
): Promise<Known> {
  const ids = people.map(({ userId }) => userId)
  const [telling, opened] = await Promise.all([
    listTold(db, educationPartId, ids, atMost),
    listOpened(db, educationPartId, people),
  ])
  return { ...telling, attempts: attemptsOf(telling.told, opened) }
}
