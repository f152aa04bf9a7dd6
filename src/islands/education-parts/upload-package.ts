import type { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { api, isAlreadyDone } from '../client/api.ts'
import { pollPatiently } from '../client/poll.ts'
import { repeatRateLimited } from '../client/send-file.ts'
import { type MultipartUpload, uploadInParts } from '../client/upload-in-parts.ts'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'

/**
 * Creates a function that uploads course packages in parts and completes each upload once, with the parameter of
 * `uploadInParts`. A call with the checkpoint of an upload whose answer was lost completes that one.
 *
 * It resolves with the package, which the server then unpacks; null when a lost completion has succeeded. It rejects as
 * `uploadInParts` does, and with an ApiError when the server refuses the completion.
 */
export function createPackageSender(educationPartId: number) {
  const complete = withIdempotencyKey((uploadId: string, idempotencyKey) => {
    const input = { params: { uploadId }, body: { educationPartId } }
    return api('POST /Packages/uploads/:uploadId/complete', input, { idempotencyKey })
  })
  return async (sending: MultipartUpload): Promise<ContentPackage | null> => {
    const uploadId = await uploadInParts(sending)
    try {
      return await repeatRateLimited(() => complete(uploadId), { signal: sending.signal })
    } catch (error) {
      if (isAlreadyDone(error)) return null
      throw error
    }
  }
}

/**
 * Polls a package until it is ready or refused, and returns it; rejects as `pollPatiently` does. It has neither a time
 * limit nor an abort. `onProgress` also receives the first and the last state.
 */
export async function waitForUnpacking(
  uploaded: ContentPackage,
  onProgress: (now: ContentPackage) => void,
): Promise<ContentPackage> {
  let current = uploaded
  const isWaiting = () => current.state === 'uploaded' || current.state === 'unpacking'
  onProgress(current)
  if (!isWaiting()) return current
  await pollPatiently(async () => {
    current = await api('GET /Packages/:id', { params: { id: current.id } })
    onProgress(current)
    return !isWaiting()
  }, new AbortController().signal)
  return current
}
