import type { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { api } from '../client/api.ts'
import { type MultipartUpload, uploadInParts } from '../client/upload-in-parts.ts'

/**
 * Uploads a course package in parts and completes the upload. Returns the package, which the server then unpacks.
 * Rejects as `uploadInParts` does.
 */
export async function uploadPackage({ educationPartId, ...sending }: MultipartUpload & { educationPartId: number }) {
  const uploadId = await uploadInParts(sending)
  return api('POST /Packages/uploads/:uploadId/complete', { params: { uploadId }, body: { educationPartId } })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Polls a package every second until it is ready or refused, and returns it; rejects when a poll fails. It has neither
 * a time limit nor an abort. `onProgress` also receives the first and the last state.
 */
export async function waitForUnpacking(
  uploaded: ContentPackage,
  onProgress: (now: ContentPackage) => void,
): Promise<ContentPackage> {
  let current = uploaded
  while (current.state === 'uploaded' || current.state === 'unpacking') {
    onProgress(current)
    await pause(1000)
    current = await api('GET /Packages/:id', { params: { id: current.id } })
  }
  onProgress(current)
  return current
}
