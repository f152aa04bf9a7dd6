import { declareContributedView } from '#api/contributed.ts'

/* Views that the catalogue reads; domains above it own the rows. */

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

/** Open launches of packages: `package_id`, `expires_at`. */
export const packageLaunches = declareContributedView('launches of packages')
