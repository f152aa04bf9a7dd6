import type { Visitor } from '#api/context.ts'
import { recordRead } from '#api/foundation/audit/reads.ts'
import { authorOf } from '#api/foundation/audit/storage.ts'
import type { Statement } from '#platform/database.ts'

interface Version {
  submissionId: number
  /** The person who has handed it in. */
  userId: number
  version: number
  fileName: string
}

/** The audit entry of somebody who opens or downloads a file that another person has handed in. */
export const recordDownload = (ctx: Visitor, file: Version, readerId = authorOf(ctx)): Statement => {
  const { submissionId, userId, version, fileName } = file
  const target = { type: 'submission', id: submissionId } as const
  return recordRead(ctx, 'submission.downloaded', target, { userId, version, fileName }, readerId)
}
