import type { Visitor } from '#api/context.ts'
import { recordRead } from '#api/foundation/audit/reads.ts'
import { toAuthorId } from '#api/foundation/audit/storage.ts'
import type { Statement } from '#platform/database.ts'

interface Version {
  submissionId: number
  /** The author of the submission. */
  userId: number
  version: number
  fileName: string
}

/**
 * Returns the statement that writes the audit entry of a person who opens or downloads a version of another person's
 * submission. That it is another person's is not checked here. Repeats by the same reader within 30 minutes write
 * nothing. `readerId` is the caller by default, and null for a connected system.
 */
export const recordDownload = (ctx: Visitor, file: Version, readerId = toAuthorId(ctx)): Statement => {
  const { submissionId, userId, version, fileName } = file
  const target = { type: 'submission', id: submissionId } as const
  return recordRead(ctx, 'submission.downloaded', target, { userId, version, fileName }, readerId)
}
