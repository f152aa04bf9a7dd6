import type { Submission } from '#api/participation/submissions/contract.ts'
import { ApiError, api, isTransient } from '../client/api.ts'
import { repeatRateLimited } from '../client/send-file.ts'
import { emptyCheckpoint, type UploadCalls, type UploadCheckpoint, uploadInParts } from '../client/upload-in-parts.ts'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'

export interface SubmissionUpload {
  file: File
  signal: AbortSignal
  onProgress: (sent: UploadProgress | null) => void
}

/**
 * Creates a function that submits a file for a part and returns the stored submission. It waits and repeats by itself
 * after 429, and tries each part three times. Another call with the same file resumes the upload, unless the server has
 * refused it for good; a repeated completion submits it once. `onProgress` gets null when all parts are uploaded. It
 * rejects as `uploadInParts` and `api` do.
 */
export function createSubmissionSender(educationPartId: number) {
  const params = { educationPartId }
  const complete = withIdempotencyKey((uploadId: string, idempotencyKey) =>
    api('POST /submission/Upload/:educationPartId', { params, body: { uploadId }, file: null }, { idempotencyKey }),
  )
  const to: UploadCalls = {
    begin: (file) =>
      api('POST /submission/:educationPartId/uploads', { params, body: { fileName: file.name, size: file.size } }),
    partUrl: (uploadId, number) => `/api/submission/uploads/${uploadId}/parts/${number}`,
  }
  let resumable: { file: File | null; brought: UploadCheckpoint } = { file: null, brought: emptyCheckpoint() }
  return async ({ file, signal, onProgress }: SubmissionUpload): Promise<Submission> => {
    if (resumable.file !== file) resumable = { file, brought: emptyCheckpoint() }
    try {
      const uploadId = await uploadInParts({ file, signal, onProgress, calls: to, checkpoint: resumable.brought })
      onProgress(null)
      return await repeatRateLimited(() => complete(uploadId), { signal })
    } catch (error) {
      // An upload that the server refused is discarded; one that lost its connection or has to wait can be resumed.
      if (error instanceof ApiError && !isTransient(error)) resumable = { file: null, brought: emptyCheckpoint() }
      throw error
    }
  }
}
