import type { Submission } from '#api/participation/submissions/contract.ts'
import { ApiError, api } from '../client/api.ts'
import { repeatable } from '../client/repeatable.ts'
import { type Brought, type Destination, nothingBrought, sendInParts } from '../client/send-in-parts.ts'
import type { Sent } from '../ui/ChosenFiles.tsx'

export interface SendingFile {
  file: File
  signal: AbortSignal
  onProgress: (sent: Sent | null) => void
}

/**
 * Hands files in for a part. What a broken line has let through is kept: the same file sent again goes on where the
 * last try ended, and however often its end is told, it is handed in once.
 */
export function submissionSender(educationPartId: number) {
  const params = { educationPartId }
  const complete = repeatable((uploadId: string, idempotencyKey) =>
    api('POST /submission/Upload/:educationPartId', { params, body: { uploadId }, file: null }, { idempotencyKey }),
  )
  const to: Destination = {
    begin: (file) =>
      api('POST /submission/:educationPartId/uploads', { params, body: { fileName: file.name, size: file.size } }),
    addressOf: (uploadId, number) => `/api/submission/uploads/${uploadId}/parts/${number}`,
  }
  let held: { file: File | null; brought: Brought } = { file: null, brought: nothingBrought() }
  return async ({ file, signal, onProgress }: SendingFile): Promise<Submission> => {
    if (held.file !== file) held = { file, brought: nothingBrought() }
    try {
      const uploadId = await sendInParts({ file, signal, onProgress, to, brought: held.brought })
      onProgress(null)
      return await complete(uploadId)
    } catch (error) {
      // What the server has refused is of no more use; what did not reach it is.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        held = { file: null, brought: nothingBrought() }
      throw error
    }
  }
}
