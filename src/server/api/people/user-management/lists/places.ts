import type { SQL } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { contribution } from '#api/contributed.ts'

/** An education or an occasion whose people are listed, as conditions beside `users`. */
export interface Place {
  /** The caller may ask about it. */
  allowed: SQL
  /** The ids of everybody with a state there. */
  people: SQL
  state: SQL
  completedAt: SQL
}

interface Places {
  ofEducation: (actor: Actor, educationId: number) => Place
  ofOccasion: (actor: Actor, occasionId: number) => Place
}

export const places = contribution<Places>('places whose people are listed')
