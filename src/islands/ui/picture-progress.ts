import { atom } from 'nanostores'
import type { UploadProgress } from './ChosenFiles.tsx'

/** Progress of the picture upload; null when there is none. */
export const $pictureSent = atom<UploadProgress | null>(null)

/**
 * Runs `send`, which uploads a picture, and shows the progress at the page's picture field until the upload has ended,
 * also when it fails. Returns the answer of `send`, and rejects with its error.
 */
export async function withPictureProgress<Answer>(
  send: (options: { onProgress: (sent: UploadProgress) => void }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({ onProgress: (sent) => $pictureSent.set(sent) })
  } finally {
    $pictureSent.set(null)
  }
}
