import { ApiError, api } from './api.ts'
import type { Sent } from './ui/ChosenFiles.tsx'
import { upload } from './upload.ts'

export interface Sending {
  file: File
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

/** Sends a file piece by piece; answers the upload's id, by which the call that wants the file names it. */
export async function sendInParts({ file, signal, onProgress }: Sending): Promise<string> {
  const { uploadId, partSize, parts } = await api('POST /Packages/uploads', {
    body: { fileName: file.name, size: file.size },
  })
  for (let number = 1; number <= parts; number++) {
    const from = (number - 1) * partSize
    const url = `/api/Packages/uploads/${uploadId}/parts/${number}`
    const report = ({ sent }: Sent) => onProgress({ sent: Math.min(from + sent, file.size), total: file.size })
    await sendPart(url, file.slice(from, from + partSize), { signal, onProgress: report })
  }
  return uploadId
}
