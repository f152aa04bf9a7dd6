import { atom } from 'nanostores'
import type { Sent } from './ChosenFiles.tsx'

/** How far the picture that is being sent has come; null when none is. */
export const $pictureSent = atom<Sent | null>(null)

/** Sends a picture by `send`, and shows at the picture's field how far it has come. */
export async function withPictureProgress<Answer>(
  send: (options: { onProgress: (sent: Sent) => void }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({ onProgress: (sent) => $pictureSent.set(sent) })
  } finally {
    $pictureSent.set(null)
  }
}
