import type { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { api } from '../client/api.ts'
import { pollPatiently } from '../client/poll.ts'
import { repeatRateLimited } from '../client/send-file.ts'
import { type MultipartUpload, uploadInParts } from '../client/upload-in-parts.ts'

/**
 * Uploads a course package in parts and completes the upload. Returns the package, which the server then unpacks.
 * Rejects as `uploadInParts` does.
 */
export async function uploadPackage({ educationPartId, ...sending }: MultipartUpload & { educationPartId: number }) {
  const uploadId = await uploadInParts(sending)
  const complete = () =>
    api('POST /Packages/uploads/:uploadId/complete', { params: { uploadId }, body: { educationPartId } })
  return repeatRateLimited(complete, { signal: sending.signal })
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
