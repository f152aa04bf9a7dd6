import type { Ctx } from '#api/context.ts'
import { type Attempt, toAttempts } from './attempts.ts'
import type { SignedUpPerson } from './standing-storage.ts'
import { listStatementRecords, loadOpenedCourses, type StatementRecords } from './storage.ts'

/** Highest number of people and statements read at a time. */
export const maxPeople = 500
export const maxStatements = 20_000

type CountedPerson = Pick<SignedUpPerson, 'userId' | 'statementCount' | 'completedAt'>

/**
 * Returns the first people whose statements together are at most `limit`, in their order; always at least one person
 * unless there is none.
 */
export function takeWithinLimit<Person extends CountedPerson>(people: readonly Person[], limit: number): Person[] {
  let sum = 0
  const last = people.findIndex(({ statementCount }) => {
    sum += statementCount
    return sum > limit
  })
  return last < 0 ? [...people] : people.slice(0, Math.max(1, last))
}

export interface LoadedAttempts extends StatementRecords {
  attempts: Attempt[]
}

/**
 * Loads the attempts of people at the course of a part, the latest first, with the definitions of their activities.
 * They are made of the latest `limit` statements of all these people together, 20,000 by default. Checks no access.
 */
export async function loadAttempts(
  { db }: Ctx,
  educationPartId: number,
  people: readonly CountedPerson[],
  limit = maxStatements,
): Promise<LoadedAttempts> {
  const ids = people.map(({ userId }) => userId)
  const [loaded, opened] = await Promise.all([
    listStatementRecords(db, educationPartId, ids, limit),
    loadOpenedCourses(db, educationPartId, people),
  ])
  return { ...loaded, attempts: toAttempts(loaded.records, opened) }
}
