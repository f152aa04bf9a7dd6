import { sql } from 'drizzle-orm'
import { toStorageKey } from './content-url.ts'

/**
 * SQL: all submissions. Other domains read submissions through this view. `status` is a number of `submissionStatuses`,
 * and `version` that of the newest file, of which `uploaded_at` is.
 */
export const submissionsView = sql`(select id, user_id, education_part_result_id, education_part_id, education_id, status, assignee_id,
  version, uploaded_at, created_at, changed_at from submissions)`

/** SQL: all versions of all submissions, with the keys of their files in the file store and their sizes in bytes. */
export const filesOfSubmissions = sql`(select id, submission_id, version, name, key, size from submission_files)`

/** Keys of the files of submissions in the file store, which differ from those in the URL: `key`. */
export const storedSubmissionKeys = sql`(select ${sql.raw(`'${toStorageKey('')}'`)} || key as key from submission_files)`
