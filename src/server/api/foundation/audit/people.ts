import { type SQL, sql } from 'drizzle-orm'
import { declareContributedView } from '#api/contributed.ts'

/** All people: `id`, `first_name`, `last_name`, `user_name`. The domain `people` owns them. */
export const people = declareContributedView('people')

/** SQL expression: first and last name of a person by id; null without one. */
export const personName = (userId: SQL): SQL<string | null> => sql<string | null>`(
  select named_reader.first_name || ' ' || named_reader.last_name from ${people} named_reader where named_reader.id = ${userId})`
