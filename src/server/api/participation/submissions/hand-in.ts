import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueScans } from '#api/foundation/scans/storage.ts'
import { beginUpload } from '#api/foundation/uploads/receive-upload.ts'
import { removeUpload } from '#api/foundation/uploads/storage.ts'
import { tellOfHandIn } from '#api/participation/reviewers/tell.ts'
import { codeOfConstraint, Refused } from '#api/refusals.ts'
import { Constraint, type Statement } from '#platform/database.ts'
import { submissionKey } from './address.ts'
import type { Submission } from './contract.ts'
import { mustBeSubmittable, newKey, type ReceivedFile, receiveFile } from './receive-file.ts'
import { refuseHandIn, submissionStatuses } from './rules.ts'
import {
  findHandInPlace,
  type HandInPlace,
  insertSubmission,
  insertVersion,
  submissionFrom,
  submissionOfResult,
  submissionsForPart,
  updateSubmission,
  withinSubmissionQuota,
} from './storage.ts'

interface OpenPlace extends HandInPlace {
  resultId: number
}

/** Where the person may hand in now; refuses with the reason otherwise. */
async function openPlace(ctx: Ctx, educationPartId: number): Promise<OpenPlace> {
  const place = await findHandInPlace(ctx.db, ctx.actor.id, educationPartId)
  if (!place) throw new Refused('not_found')
  const refusal = refuseHandIn({
    isSubmissionPart: place.type === partTypes.Submission,
    signUp: place.resultId === null ? null : { approved: place.signedUpAt !== null },
    completed: place.completed === 1,
    status: place.status ?? submissionStatuses.NotSubmitted,
  })
  if (refusal) throw new Refused(refusal)
  // The rule has refused whoever has no open sign-up.
  return { ...place, resultId: place.resultId ?? 0 }
}

/** Begins a hand-in in parts. What would be refused in the end is refused before anything is sent. */
export async function beginHandIn(
  ctx: Ctx,
  educationPartId: number,
  { fileName, size }: { fileName: string; size: number },
) {
  await mustBeSubmittable(ctx, { name: fileName, size })
  await openPlace(ctx, educationPartId)
  return beginUpload(ctx, { fileName, size, fileKey: submissionKey(newKey(ctx)) })
}

const handedIn = (ctx: Ctx, version: number) => ({
  status: submissionStatuses.Submitted,
  statusChangedAt: ctx.now,
  statusChangedByUserId: null,
  version,
  uploadedAt: ctx.now,
})

function writes(ctx: Ctx, educationPartId: number, place: OpenPlace, file: ReceivedFile): Statement[] {
  const { resultId, educationId, submissionId, changedAt } = place
  const version = (place.version ?? 0) + 1
  const row =
    submissionId === null || changedAt === null
      ? insertSubmission(ctx.db, {
          ...handedIn(ctx, version),
          educationPartResultId: resultId,
          educationPartId,
          educationId,
          userId: ctx.actor.id,
          createdAt: ctx.now,
          changedAt: ctx.now,
        })
      : updateSubmission(ctx, submissionId, new Date(changedAt), handedIn(ctx, version))
  const { key, name, size, contentType } = file
  return [
    row,
    insertVersion(ctx.db, resultId, { version, key, name, size, contentType, uploadedAt: ctx.now }),
    ...withinSubmissionQuota(ctx.db, resultId),
    ...queueScans(ctx, [submissionKey(key)]),
    recordAudit(
      ctx,
      'submission.handedIn',
      { type: 'submission', id: submissionOfResult(resultId) },
      { educationPartId, version, fileName: name, size },
    ),
  ]
}

/** Hands a file in: a new submission, or the next version of the one there is. */
export async function handIn(
  ctx: Ctx,
  educationPartId: number,
  { file, uploadId }: { file: File | null; uploadId: string | null },
): Promise<Submission> {
  const place = await openPlace(ctx, educationPartId)
  const received = await receiveFile(ctx, file, uploadId)
  const told = await tellOfHandIn(ctx, place, educationPartId)
  try {
    await ctx.db.commit([
      ...writes(ctx, educationPartId, place, received),
      ...told,
      ...(uploadId && !file ? removeUpload(ctx.db, uploadId) : []),
    ])
  } catch (error) {
    // Another window was first, or a reviewer has just begun: this file is nobody's.
    await ctx.files.delete(submissionKey(received.key))
    const isQuota = error instanceof Constraint && codeOfConstraint(error.text) === 'submission_quota'
    throw error instanceof Constraint && !isQuota ? new Refused('changed_meanwhile') : error
  }
  const [row] = await submissionsForPart(ctx.db, ctx.actor.id, educationPartId)
  if (!row) throw new Refused('not_found')
  return submissionFrom(ctx, row)
}
