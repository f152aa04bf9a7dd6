import type { SQL } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { contribution } from '#api/contributed.ts'
import type { PersonId } from './branches.ts'

/** Conditions on what people learn, which open some of a person to those who teach or accompany them. */
interface LearningReach {
  /** Queries for rows of the person in what the actor teaches, each with `is_live` and `has_age_rule`. */
  rowsTaught: (actor: Actor, userId: PersonId) => SQL[]
  /** The actor comes along to an examination of the person, as the adult. */
  accompanies: (actor: Actor, userId: PersonId) => SQL
}

export const learningReach = contribution<LearningReach>('reach by learning')
