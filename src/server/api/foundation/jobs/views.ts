import { sql } from 'drizzle-orm'

/**
 * All jobs without their results; read by other domains. `payload` is JSON text, and `state` a number of `jobStates`;
 * `finished_at` is null until the job is over.
 */
export const jobsView = sql`(select id, kind, payload, state, requested_by_user_id, created_at, finished_at from jobs)`
