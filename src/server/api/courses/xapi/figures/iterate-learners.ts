import type { Ctx } from '#api/context.ts'
import type { Json } from '../statement-rules/check.ts'
import type { Attempt } from './attempts.ts'
import { loadAttempts, takeWithinLimit } from './load-attempts.ts'
import type { LearnerCursor } from './rules.ts'
import { listSignedUpPeople, type SignedUpPerson } from './standing-storage.ts'

/** Number of people read at a time. */
const peopleAtOnce = 100
const statementsAtOnce = 5000

export interface LearnerAttempts {
  person: SignedUpPerson
  /** The latest first. */
  attempts: Attempt[]
}

export interface LearnersPortion {
  learners: LearnerAttempts[]
  definitions: Map<string, Json>
}

/**
 * Yields the attempts of every person whose results the caller may see, by name. Only one portion is in memory at a
 * time. Access to the part is the caller's to check.
 */
export async function* iterateLearners(ctx: Ctx, educationPartId: number): AsyncGenerator<LearnersPortion> {
  for (let after: LearnerCursor | null = null; ; ) {
    const query = { educationPartId, sort: 'name' as const, after, atMost: peopleAtOnce + 1 }
    const rows: SignedUpPerson[] = await listSignedUpPeople(ctx.db, ctx.actor, query)
    const people = takeWithinLimit(rows.slice(0, peopleAtOnce), statementsAtOnce)
    if (people.length === 0) return
    const { attempts, definitions } = await loadAttempts(ctx, educationPartId, people)
    const byPerson = Map.groupBy(attempts, ({ userId }) => userId)
    yield { learners: people.map((person) => ({ person, attempts: byPerson.get(person.userId) ?? [] })), definitions }
    if (people.length === rows.length) return
    after = people.at(-1) ?? null
  }
}
