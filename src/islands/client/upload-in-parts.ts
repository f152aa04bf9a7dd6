import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { ApiError, api } from './api.ts'
import { upload } from './upload.ts'

interface StartedUpload {
  uploadId: string
  partSize: number
  parts: number
}

/** Calls by which the server receives an upload in parts. The first part has number 1. */
export interface UploadCalls {
  begin: (file: File, signal?: AbortSignal) => Promise<StartedUpload>
  partUrl: (uploadId: string, number: number) => string
}

/**
 * Progress of an earlier attempt; the next one continues after its last part. `parts` is the number of stored parts.
 */
export interface UploadCheckpoint {
  upload: StartedUpload | null
  parts: number
}

/** Creates the checkpoint of an upload that has not begun. */
export const emptyCheckpoint = (): UploadCheckpoint => ({ upload: null, parts: 0 })

export interface MultipartUpload {
  file: File
  signal?: AbortSignal | undefined
  onProgress: (sent: UploadProgress) => void
  calls?: UploadCalls
  checkpoint?: UploadCheckpoint
}

const toPackages: UploadCalls = {
  begin: (file, signal) =>
    api('POST /Packages/uploads', { body: { fileName: file.name, size: file.size } }, { ...(signal && { signal }) }),
  partUrl: (uploadId, number) => `/api/Packages/uploads/${uploadId}/parts/${number}`,
}

/** Attempts for each part when the connection fails; a refusal ends the upload at once. */
const maxAttempts = 3

async function sendPart(
  url: string,
  body: Blob,
  { signal, onProgress }: Pick<MultipartUpload, 'signal' | 'onProgress'>,
) {
  const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` }
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await upload({ method: 'PUT', url, body, headers, signal, onProgress })
      if (response.ok) return
      const failure = new ApiError(response.status, await response.json())
      if (response.status < 500 || attempt === maxAttempts) throw failure
    } catch (error) {
      if (signal?.aborted || error instanceof ApiError || attempt === maxAttempts) throw error
    }
  }
}

/**
 * Uploads a file in parts and returns the id of the upload, by which a later call names the file. Advances
 * `checkpoint`, so that a call with the same one continues after its last part; without one the upload begins at the
 * first. A part is tried three times, without a wait, when the connection or the server fails.
 *
 * `onProgress` receives bytes of the whole file. `calls` are by default those of course packages. An abort rejects with
 * an AbortError and leaves the stored parts to the checkpoint.
 * @throws ApiError when the server refuses the upload or a part, with 429 too, or fails three times.
 * @throws TypeError without a connection.
 */
export async function uploadInParts(sending: MultipartUpload): Promise<string> {
  const { file, signal, onProgress, calls: to = toPackages, checkpoint: brought = emptyCheckpoint() } = sending
  brought.upload ??= await to.begin(file, signal)
  const { uploadId, partSize, parts } = brought.upload
  while (brought.parts < parts) {
    const from = brought.parts * partSize
    const report = ({ sent }: UploadProgress) =>
      onProgress({ sent: Math.min(from + sent, file.size), total: file.size })
    const url = to.partUrl(uploadId, brought.parts + 1)
    await sendPart(url, file.slice(from, from + partSize), { signal, onProgress: report })
    brought.parts += 1
  }
  return uploadId
}
