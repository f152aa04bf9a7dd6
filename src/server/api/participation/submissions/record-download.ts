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
 * Returns the statement that writes the audit entry of a person who opens or downloads another person's submission.
 * Repeats within 30 minutes write nothing. `readerId` is null for a connected system.
 */
export const recordDownload = (ctx: Visitor, file: Version, readerId = toAuthorId(ctx)): Statement => {
  const { submissionId, userId, version, fileName } = file
  const target = { type: 'submission', id: submissionId } as const
  return recordRead(ctx, 'submission.downloaded', target, { userId, version, fileName }, readerId)
}
