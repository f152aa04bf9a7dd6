import type { SQL, SQLWrapper } from 'drizzle-orm'
import { declareContributedView, declareContribution } from '#api/contributed.ts'

/* Views and a condition that the catalogue reads; domains above it own the rows. */

/**
 * Results of parts, cancelled ones too: `id`, `user_id`, `occasion_id`, `practical_driver_exam_id`, `canceled`,
 * `signed_up_at`.
 */
export const partResults = declareContributedView('results of parts')

/** Results of whole educations: `user_id`, `education_id`. */
export const educationResults = declareContributedView('results of educations')

/** Live results of parts with each education that they count towards: `user_id`, `education_id`. */
export const liveResultsOfEducations = declareContributedView('live results with their educations')

/** Tags that combine occasions of an education: `id`, `education_id`. */
export const occasionTags = declareContributedView('tags of occasions')

/** The condition of `isForQueue`. */
export const queueCondition = declareContribution<(occasionId: SQL) => SQL>('condition of seats for the queue')

/**
 * SQL condition: the free seats of the occasion are for a party in its queue, so the database refuses them to others.
 * The parameter is the SQL of its id. Constants can hold it: it is resolved when a query is built.
 */
export const isForQueue = (occasionId: SQL): SQLWrapper => ({
  getSQL: () => queueCondition.get()(occasionId),
  shouldOmitSQLParens: () => true,
})

/** Open launches of packages: `package_id`, `expires_at`. */
export const packageLaunches = declareContributedView('launches of packages')
