import type { ContentPackage } from '#api/packages/contract.ts'
import { ApiError, api } from '../api.ts'
import type { Sent } from '../ui/ChosenFiles.tsx'
import { upload } from '../upload.ts'

interface Sending {
  file: File
  educationPartId: number
  signal?: AbortSignal | undefined
  onProgress: (sent: Sent) => void
}

/** A part that is lost on the way is sent again; only a refusal ends the upload. */
const attempts = 3

async function sendPart(url: string, body: Blob, { signal, onProgress }: Pick<Sending, 'signal' | 'onProgress'>) {
  const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` }
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await upload({ method: 'PUT', url, body, headers, signal, onProgress })
      if (response.ok) return
      const failure = new ApiError(response.status, await response.json())
      if (response.status < 500 || attempt === attempts) throw failure
    } catch (error) {
      if (signal?.aborted || error instanceof ApiError || attempt === attempts) throw error
    }
  }
}

/** Sends a course package piece by piece and joins it; answers the package, which is then unpacked by the server. */
export async function sendPackage({ file, educationPartId, signal, onProgress }: Sending): Promise<ContentPackage> {
  const { uploadId, partSize, parts } = await api('POST /Packages/uploads', {
    body: { fileName: file.name, size: file.size },
  })
  for (let number = 1; number <= parts; number++) {
    const from = (number - 1) * partSize
    const url = `/api/Packages/uploads/${uploadId}/parts/${number}`
    const report = ({ sent }: Sent) => onProgress({ sent: Math.min(from + sent, file.size), total: file.size })
    await sendPart(url, file.slice(from, from + partSize), { signal, onProgress: report })
  }
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
