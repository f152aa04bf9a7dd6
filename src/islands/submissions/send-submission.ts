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
 * Creates a function that submits files for a part. It resumes the upload of the same file after a lost connection, and
 * a repeated completion submits it once.
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
  let resumable: { file: File | null; brought: Brought } = { file: null, brought: nothingBrought() }
  return async ({ file, signal, onProgress }: SendingFile): Promise<Submission> => {
    if (resumable.file !== file) resumable = { file, brought: nothingBrought() }
    try {
      const uploadId = await sendInParts({ file, signal, onProgress, to, brought: resumable.brought })
      onProgress(null)
      return await complete(uploadId)
    } catch (error) {
      // An upload that the server refused is discarded; one that lost its connection can be resumed.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        resumable = { file: null, brought: nothingBrought() }
      throw error
    }
  }
}
