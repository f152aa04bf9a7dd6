import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import type { Visitor } from '#api/context.ts'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { removeScans, scanStateOf } from '#api/foundation/scans/storage.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import { createContentUrl, toStorageKey } from './content-url.ts'
import type { Submission, SubmissionFile } from './contract.ts'
import { namesOfSubmission } from './names.ts'
import type { SubmissionStatus } from './rules.ts'
import { submissionFiles, submissions } from './table.ts'

const scanState = scanStateOf(sql`${toStorageKey('')} || version_file.key`)

const versions = sql<string>`(
  select json_group_array(json_object('fileId', version_file.id, 'version', version_file.version, 'fileName', version_file.name,
    'contentType', version_file.content_type, 'size', version_file.size, 'key', version_file.key, 'uploaded', version_file.uploaded_at,
    'scan', ${scanState}) order by version_file.version desc)
  from submission_files version_file where version_file.submission_id = submissions.id)`

/** The columns have unique names, because a batch reads rows by column name. */
const columns = {
  submission: submissions,
  ...namesOfSubmission,
  changedByName: nameOfPerson(sql`submissions.status_changed_by_user_id`).as('changed_by_name'),
  commentCount: sql<number>`(select count(*) from comments c
    where c.education_part_result_id = submissions.education_part_result_id)`.as('comment_count'),
  files: versions.as('files'),
}

/**
 * Selects the submissions that meet a condition on `submissions`, or all, with names, titles and all versions; in no
 * order. Access is not checked here.
 */
export const selectSubmissions = (db: QueryBuilder, where: SQL | undefined) =>
  db.query.select(columns).from(submissions).where(where).$dynamic()

export type SubmissionRow = Awaited<ReturnType<typeof selectSubmissions>>[number]

type StoredVersion = Omit<SubmissionFile, 'uploaded' | 'url'> & { key: string; uploaded: string }

/**
 * Parses the versions (uploaded files) of a submission's row, newest first, with the keys of their files; `uploaded`
 * stays ISO text. Empty for a submission without a file.
 */
export const parseVersions = ({ files }: Pick<SubmissionRow, 'files'>) => JSON.parse(files) as StoredVersion[]

/**
 * Converts a row to the reply's form, with URLs signed for the caller. The newest version gives the file's fields.
 *
 * @throws Error when the submission has no file, which no write leaves.
 */
export function toSubmission(ctx: Pick<Visitor, 'env' | 'now' | 'actor'>, row: SubmissionRow): Submission {
  const { submission } = row
  const files = parseVersions(row).map(({ key, uploaded, ...file }) => ({
    ...file,
    uploaded: new Date(uploaded),
    url: createContentUrl(ctx, { key, fileName: file.fileName }),
  }))
  const [newest] = files
  if (!newest) throw new Error(`submission ${submission.id} has no file`)
  return {
    ...newest,
    files,
    submissionId: submission.id,
    educationPartId: submission.educationPartId,
    educationPartTitle: row.partTitle,
    educationId: submission.educationId,
    educationTitle: row.educationTitle,
    educationPartResultId: submission.educationPartResultId,
    userId: submission.userId,
    userName: row.userName ?? '',
    organizations: JSON.parse(row.organizations) as Record<string, string>,
    status: submission.status,
    statusChanged: submission.statusChangedAt,
    statusChangedByUserId: submission.statusChangedByUserId,
    statusChangedByName: row.changedByName,
    assigneeId: submission.assigneeId,
    assigneeName: row.assigneeName,
    commentCount: row.commentCount,
    lastChange: submission.changedAt,
  }
}

/**
 * Selects a person's submissions for a part, latest sign-up first, of cancelled ones too. Access is not checked here.
 */
export const selectSubmissionsForPart = (db: Database, userId: number, educationPartId: number) =>
  selectSubmissions(db, and(eq(submissions.userId, userId), eq(submissions.educationPartId, educationPartId))).orderBy(
    desc(submissions.educationPartResultId),
  )

/** Selects all submissions of a person, latest sign-up first, of cancelled ones too. Access is not checked here. */
export const selectSubmissionsOfUser = (db: Database, userId: number) =>
  selectSubmissions(db, eq(submissions.userId, userId)).orderBy(desc(submissions.educationPartResultId))

/**
 * Selects a person's submissions to the parts of an education, handed in here or in another one, latest sign-up first,
 * at most 100. Access is not checked here.
 */
export const selectSubmissionsInEducation = prepareQuery(
  (db, { userId, educationId }: { userId: number; educationId: number }) =>
    selectSubmissions(
      db,
      and(
        eq(submissions.userId, userId),
        sql`submissions.education_part_id in (
        select l.education_part_id from ${partsOfEducations} l where l.education_id = ${educationId})`,
      ),
    )
      .orderBy(desc(submissions.educationPartResultId))
      .limit(100),
)

/**
 * Lists the submission parts of an education with the status of a person's latest submission, `NotSubmitted` without
 * one. Submissions in another education do not count. In no order; cancelled sign-ups count.
 */
export const listStatusesInEducation = (db: Database, userId: number, educationId: number) =>
  db.rows<{ educationPartId: number; status: SubmissionStatus }>(sql`
    select p.id as educationPartId, coalesce((
      select s.status from submissions s
      where s.user_id = ${userId} and s.education_part_id = p.id and coalesce(s.education_id, l.education_id) = l.education_id
      order by s.education_part_result_id desc limit 1), 0) as status
    from ${partsOfEducations} l join ${educationPartsView} p on p.id = l.education_part_id
    where l.education_id = ${educationId} and p.type = 3`)

const openSignUp = (userId: number, educationPartId: number) => sql`
  select r.id, r.education_id, r.signed_up_at from education_part_results r
  where r.user_id = ${userId} and r.education_part_id = ${educationPartId} and r.canceled = 0 and r.completed = 0
  limit 1`

/** The part, the person's open sign-up and its submission, for a hand-in. */
export interface HandInContext {
  type: number
  title: string
  resultId: number | null
  educationId: number | null
  signedUpAt: string | null
  completed: number
  submissionId: number | null
  status: SubmissionStatus | null
  version: number | null
  assigneeId: number | null
  changedAt: string | null
}

/**
 * Finds a part with a person's sign-up, neither completed nor cancelled, and its submission (null without); null for an
 * unknown part. `completed` is 1 when the person has completed the part.
 */
export async function findHandInContext(db: Database, userId: number, educationPartId: number) {
  const [row] = await db.rows<HandInContext>(sql`
    select p.type, p.title, open.id as resultId, open.education_id as educationId, open.signed_up_at as signedUpAt,
      exists (select 1 from education_part_results r where r.user_id = ${userId}
        and r.education_part_id = ${educationPartId} and r.completed = 1 and r.canceled = 0) as completed,
      s.id as submissionId, s.status, s.version, s.assignee_id as assigneeId, s.changed_at as changedAt
    from ${educationPartsView} p
    left join (${openSignUp(userId, educationPartId)}) open on true
    left join submissions s on s.education_part_result_id = open.id
    where p.id = ${educationPartId}`)
  return row ?? null
}

/**
 * Returns the statement that inserts a submission, without a version. The commit fails with a `ConstraintError` without
 * a refusal code when the sign-up has one.
 */
export const insertSubmission = (db: Database, row: typeof submissions.$inferInsert): Statement =>
  db.query.insert(submissions).values(row)

/**
 * Returns the statement that updates the columns in `change` of a submission. The commit fails as `changed_meanwhile`
 * when it has another version than `expectedVersion`; an unknown id changes nothing.
 */
export const updateSubmission = (
  { db, now }: Pick<Visitor, 'db' | 'now'>,
  id: number,
  expectedVersion: Date,
  change: Partial<typeof submissions.$inferInsert>,
): Statement =>
  db.query
    .update(submissions)
    .set({ ...change, changedAt: ifUnmodifiedSince(submissions.changedAt, expectedVersion, now) })
    .where(eq(submissions.id, id))

/** SQL: the id of a sign-up's submission, also when the same transaction inserted it; null without one. */
export const submissionIdOfResult = (resultId: number) =>
  sql<number>`(select id from submissions where education_part_result_id = ${resultId})`

/** Returns the statement that inserts a version of a sign-up's submission, which the commit stores before. */
export const insertVersion = (
  db: Database,
  resultId: number,
  row: Omit<typeof submissionFiles.$inferInsert, 'submissionId'>,
): Statement => db.query.insert(submissionFiles).values({ ...row, submissionId: submissionIdOfResult(resultId) })

/**
 * Returns the statements that fail the commit as `submission_quota` when the submission has too many bytes or versions.
 * They follow the write in the same commit.
 */
export function checkSubmissionQuota(db: Database, resultId: number): Statement[] {
  const ofSubmission = sql`from submission_files where submission_id = ${submissionIdOfResult(resultId)}`
  return [
    withinQuota(db, 'submission_quota', sql`select sum(size) ${ofSubmission}`, quotas.submissionBytes),
    withinQuota(db, 'submission_quota', sql`select count(*) ${ofSubmission}`, quotas.submissionVersions),
  ]
}

/**
 * Finds a version (an uploaded file) of a submission by the key of its file, with scan state and learner; null for
 * none. Access is not checked here.
 */
export async function findVersionByKey(db: Database, key: string) {
  const state = scanStateOf(sql`${toStorageKey(key)}`).as('scan_state')
  const [row] = await db.query
    .select({ ...getTableColumns(submissionFiles), userId: submissions.userId, scan: state })
    .from(submissionFiles)
    .innerJoin(submissions, eq(submissions.id, submissionFiles.submissionId))
    .where(eq(submissionFiles.key, key))
  return row ?? null
}

/** Lists at most `limit` submissions whose sign-up was deleted, by id, each with the keys of all its versions. */
export async function listSubmissionsWithoutResult(db: Database, limit: number) {
  const rows = await db.query
    .select({
      id: submissions.id,
      userId: submissions.userId,
      educationPartId: submissions.educationPartId,
      keys: sql<string>`(select json_group_array(f.key) from submission_files f where f.submission_id = submissions.id)`,
    })
    .from(submissions)
    .where(sql`not exists (select 1 from education_part_results r where r.id = submissions.education_part_result_id)`)
    .orderBy(submissions.id)
    .limit(limit)
  return rows.map(({ keys, ...row }) => ({ ...row, keys: JSON.parse(keys) as string[] }))
}

/** Returns the statements that delete a submission, its versions and the scans of `keys`; files stay in the store. */
export const removeSubmission = (db: Database, id: number, keys: readonly string[]): Statement[] => [
  removeScans(db, keys.map(toStorageKey)),
  db.query.delete(submissionFiles).where(eq(submissionFiles.submissionId, id)),
  db.query.delete(submissions).where(eq(submissions.id, id)),
]
