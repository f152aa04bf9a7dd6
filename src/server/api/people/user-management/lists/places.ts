import type { SQL } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { declareContribution } from '#api/contributed.ts'

/** Conditions on `users` for the people of an education or an occasion. */
export interface PlaceConditions {
  /** SQL condition: the caller may list the people. */
  allowed: SQL
  /** SQL query for the ids of all people with a state there. */
  people: SQL
  state: SQL
  completedAt: SQL
}

interface Places {
  ofEducation: (actor: Actor, educationId: number) => PlaceConditions
  ofOccasion: (actor: Actor, occasionId: number) => PlaceConditions
}

export const places = declareContribution<Places>('places whose people are listed')
