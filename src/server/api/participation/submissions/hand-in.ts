import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueScans } from '#api/foundation/scans/storage.ts'
import { discardFile } from '#api/foundation/uploads/join-parts.ts'
import { beginUpload } from '#api/foundation/uploads/receive-upload.ts'
import { removeUpload } from '#api/foundation/uploads/storage.ts'
import { notifyReviewersOfHandIn } from '#api/participation/reviewers/notify.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { toStorageKey } from './content-url.ts'
import type { Submission } from './contract.ts'
import { createKey, mustBeAllowedFile, type ReceivedFile, receiveFile } from './receive-file.ts'
import { refuseHandIn, submissionStatuses } from './rules.ts'
import {
  checkSubmissionQuota,
  findHandInContext,
  type HandInContext,
  insertSubmission,
  insertVersion,
  selectSubmissionsForPart,
  submissionIdOfResult,
  toSubmission,
  updateSubmission,
} from './storage.ts'

interface OpenHandIn extends HandInContext {
  resultId: number
}

/**
 * Returns the sign-up that the caller may hand in for.
 *
 * @throws Refused('not_found') when the part does not exist, else with the code of the rule that refuses.
 */
async function getOpenHandIn(ctx: Ctx, educationPartId: number): Promise<OpenHandIn> {
  const handInContext = await findHandInContext(ctx.db, ctx.actor.id, educationPartId)
  if (!handInContext) throw new Refused('not_found')
  const refusal = refuseHandIn({
    isSubmissionPart: handInContext.type === partTypes.Submission,
    signUp: handInContext.resultId === null ? null : { approved: handInContext.signedUpAt !== null },
    completed: handInContext.completed === 1,
    status: handInContext.status ?? submissionStatuses.NotSubmitted,
  })
  if (refusal) throw new Refused(refusal)
  // `refuseHandIn` has refused people without an open sign-up.
  return { ...handInContext, resultId: handInContext.resultId ?? 0 }
}

/**
 * Begins the caller's upload of a submission's file in parts, with an audit entry; returns its id, the number of parts
 * and their size in bytes. Checks the file's name, its size and the caller's sign-up before the first part is sent. The
 * commit fails as `upload_quota` when the caller has too many unfinished uploads.
 *
 * @throws Refused('unsupported_media_type') or Refused('too_large') as `mustBeAllowedFile` does.
 * @throws Refused('not_found') when the part does not exist.
 * @throws Refused with the code of `refuseHandIn` when the part takes no file now.
 */
export async function beginHandIn(
  ctx: Ctx,
  educationPartId: number,
  { fileName, size }: { fileName: string; size: number },
) {
  await mustBeAllowedFile(ctx, { name: fileName, size })
  await getOpenHandIn(ctx, educationPartId)
  return beginUpload(ctx, { fileName, size, fileKey: toStorageKey(createKey(ctx)), kind: 'submission' })
}

const submittedFields = (ctx: Ctx, version: number) => ({
  status: submissionStatuses.Submitted,
  statusChangedAt: ctx.now,
  statusChangedByUserId: null,
  version,
  uploadedAt: ctx.now,
})

function writes(ctx: Ctx, educationPartId: number, handInContext: OpenHandIn, file: ReceivedFile): Statement[] {
  const { resultId, educationId, submissionId, changedAt } = handInContext
  const version = (handInContext.version ?? 0) + 1
  const row =
    submissionId === null || changedAt === null
      ? insertSubmission(ctx.db, {
          ...submittedFields(ctx, version),
          educationPartResultId: resultId,
          educationPartId,
          educationId,
          userId: ctx.actor.id,
          createdAt: ctx.now,
          changedAt: ctx.now,
        })
      : updateSubmission(ctx, submissionId, new Date(changedAt), submittedFields(ctx, version))
  const { key, name, size, contentType } = file
  return [
    row,
    insertVersion(ctx.db, resultId, { version, key, name, size, contentType, uploadedAt: ctx.now }),
    ...checkSubmissionQuota(ctx.db, resultId),
    ...queueScans(ctx, [toStorageKey(key)]),
    recordAudit(
      ctx,
      'submission.handedIn',
      { type: 'submission', id: submissionIdOfResult(resultId) },
      { educationPartId, version, fileName: name, size },
    ),
  ]
}

/**
 * Hands a file of the caller in for a part, as a new submission or the next version of an existing one: `file` or,
 * without it, the upload in parts `uploadId`. Writes an audit entry, queues its virus scan, notifies the reviewers in
 * the portal, and returns the submission. The commit fails as `submission_quota` when the submission has too many bytes
 * or versions.
 *
 * @throws Refused with the code of `refuseHandIn` when the part takes no file now.
 * @throws Refused with the codes of `receiveFile`: 'unsupported_media_type', 'too_large', 'package_parts_missing' or
 * 'not_found'.
 * @throws Refused('changed_meanwhile') when another request or a reviewer changed the submission at the same time.
 * @throws Refused('not_found') when the part does not exist, or the submission disappeared after the commit.
 */
export async function handInFile(
  ctx: Ctx,
  educationPartId: number,
  { file, uploadId }: { file: File | null; uploadId: string | null },
): Promise<Submission> {
  const handInContext = await getOpenHandIn(ctx, educationPartId)
  const received = await receiveFile(ctx, file, uploadId)
  const notifications = await notifyReviewersOfHandIn(ctx, handInContext, educationPartId)
  try {
    await ctx.db.commit([
      ...writes(ctx, educationPartId, handInContext, received),
      ...notifications,
      ...(uploadId && !file ? removeUpload(ctx.db, uploadId) : []),
    ])
  } catch (error) {
    // A concurrent hand-in or review was first: the stored file has no row.
    await discardFile(ctx, { key: toStorageKey(received.key), uploadId: file ? null : uploadId })
    const isQuota = error instanceof ConstraintError && toRefusalCode(error.text) === 'submission_quota'
    throw error instanceof ConstraintError && !isQuota ? new Refused('changed_meanwhile') : error
  }
  const [row] = await selectSubmissionsForPart(ctx.db, ctx.actor.id, educationPartId)
  if (!row) throw new Refused('not_found')
  return toSubmission(ctx, row)
}
