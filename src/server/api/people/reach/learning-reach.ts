import type { SQL } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { declareContribution } from '#api/contributed.ts'
import type { PersonId } from './branches.ts'

/** Conditions on what people learn, which give educators and accompanying adults access to parts of their data. */
interface LearningReach {
  /**
   * Returns queries for the person's rows in educations that the actor teaches, each with `is_live` and `has_age_rule`.
   */
  rowsTaught: (actor: Actor, userId: PersonId) => SQL[]
  /** SQL condition: the actor is the accompanying adult at an exam of the person. */
  accompanies: (actor: Actor, userId: PersonId) => SQL
}

export const learningReach = declareContribution<LearningReach>('reach by learning')
