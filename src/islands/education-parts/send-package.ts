import type { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { api } from '../client/api.ts'
import { type Sending, sendInParts } from '../client/send-in-parts.ts'

/** Sends a course package piece by piece and joins it; answers the package, which is then unpacked by the server. */
export async function sendPackage({ educationPartId, ...sending }: Sending & { educationPartId: number }) {
  const uploadId = await sendInParts(sending)
  return api('POST /Packages/uploads/:uploadId/complete', { params: { uploadId }, body: { educationPartId } })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Follows the unpacking until the package stands or is refused. */
export async function unpacked(
  started: ContentPackage,
  onProgress: (now: ContentPackage) => void,
): Promise<ContentPackage> {
  let now = started
  while (now.state === 'uploaded' || now.state === 'unpacking') {
    onProgress(now)
    await pause(1000)
    now = await api('GET /Packages/:id', { params: { id: now.id } })
  }
  onProgress(now)
  return now
}
