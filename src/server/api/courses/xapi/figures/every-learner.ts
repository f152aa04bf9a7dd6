import type { Ctx } from '#api/context.ts'
import type { Json } from '../statement-rules/check.ts'
import type { Attempt } from './attempts.ts'
import { attemptsOfPeople, whole } from './people-told.ts'
import type { Place } from './rules.ts'
import { listSignedUp, type SignedUp } from './standing-storage.ts'

/** Number of people read at a time. */
const peopleAtOnce = 100
const statementsAtOnce = 5000

export interface LearnerTold {
  person: SignedUp
  /** The latest first. */
  attempts: Attempt[]
}

export interface LearnersTold {
  learners: LearnerTold[]
  definitions: Map<string, Json>
}

/**
 * Yields the attempts of every person whose results the caller may see, by name. Only one portion is in memory at a
 * time.
 */
export async function* everyLearner(ctx: Ctx, educationPartId: number): AsyncGenerator<LearnersTold> {
  for (let after: Place | null = null; ; ) {
    const query = { educationPartId, sort: 'name' as const, after, atMost: peopleAtOnce + 1 }
    const rows: SignedUp[] = await listSignedUp(ctx.db, ctx.actor, query)
    const people = whole(rows.slice(0, peopleAtOnce), statementsAtOnce)
    if (people.length === 0) return
    const { attempts, definitions } = await attemptsOfPeople(ctx, educationPartId, people)
    const byPerson = Map.groupBy(attempts, ({ userId }) => userId)
    yield { learners: people.map((person) => ({ person, attempts: byPerson.get(person.userId) ?? [] })), definitions }
    if (people.length === rows.length) return
    after = people.at(-1) ?? null
  }
}
