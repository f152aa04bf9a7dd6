import { sql } from 'drizzle-orm'

/** All submissions. For other domains, as `educationsView` is. */
export const submissionsView = sql`(select id, user_id, education_part_result_id, education_part_id, education_id, status, assignee_id,
  version, uploaded_at, created_at, changed_at from submissions)`

/** Each file of each submission, with its key in the file store. */
export const filesOfSubmissions = sql`(select id, submission_id, version, name, key from submission_files)`
