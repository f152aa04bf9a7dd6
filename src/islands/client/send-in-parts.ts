import type { Sent } from '../ui/ChosenFiles.tsx'
import { ApiError, api } from './api.ts'
import { upload } from './upload.ts'

interface Begun {
  uploadId: string
  partSize: number
  parts: number
}

/** Where the parts go. */
export interface Destination {
  begin: (file: File) => Promise<Begun>
  addressOf: (uploadId: string, number: number) => string
}

/** What an earlier try has brought there: the next one goes on behind it. */
export interface Brought {
  upload: Begun | null
  parts: number
}

export const nothingBrought = (): Brought => ({ upload: null, parts: 0 })

export interface Sending {
  file: File
  signal?: AbortSignal | undefined
  onProgress: (sent: Sent) => void
  to?: Destination
  brought?: Brought
}

const toPackages: Destination = {
  begin: (file) => api('POST /Packages/uploads', { body: { fileName: file.name, size: file.size } }),
  addressOf: (uploadId, number) => `/api/Packages/uploads/${uploadId}/parts/${number}`,
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
export async function sendInParts(sending: Sending): Promise<string> {
  const { file, signal, onProgress, to = toPackages, brought = nothingBrought() } = sending
  brought.upload ??= await to.begin(file)
  const { uploadId, partSize, parts } = brought.upload
  while (brought.parts < parts) {
    const from = brought.parts * partSize
    const report = ({ sent }: Sent) => onProgress({ sent: Math.min(from + sent, file.size), total: file.size })
    const url = to.addressOf(uploadId, brought.parts + 1)
    await sendPart(url, file.slice(from, from + partSize), { signal, onProgress: report })
    brought.parts += 1
  }
  return uploadId
}
