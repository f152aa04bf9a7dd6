import type { Ctx } from '#api/context.ts'
import type { Json } from '../statement-rules/check.ts'
import type { Attempt } from './attempts.ts'
import { attemptsOfPeople, whole } from './people-told.ts'
import type { Place } from './rules.ts'
import { listSignedUp, type SignedUp } from './standing-storage.ts'

/** A portion of those who are read one after the other. */
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

/** What everybody did whose results the caller may see, by name; no more than a portion of it is ever in memory. */
export async function* everyLearner(ctx: Ctx, educationPartId: number): AsyncGenerator<LearnersTold> {
  for (let after: Place | null = null; ; ) {
    const asked = { educationPartId, sort: 'name' as const, after, atMost: peopleAtOnce + 1 }
    const found: SignedUp[] = await listSignedUp(ctx.db, ctx.actor, asked)
    const people = whole(found.slice(0, peopleAtOnce), statementsAtOnce)
    if (people.length === 0) return
    const { attempts, definitions } = await attemptsOfPeople(ctx, educationPartId, people)
    const byPerson = Map.groupBy(attempts, ({ userId }) => userId)
    yield { learners: people.map((person) => ({ person, attempts: byPerson.get(person.userId) ?? [] })), definitions }
    if (people.length === found.length) return
    after = people.at(-1) ?? null
  }
}
