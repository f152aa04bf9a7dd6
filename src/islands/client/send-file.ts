import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { ApiError } from './api-error.ts'
import { wait } from './retry-after.ts'
import { type UploadRequest, upload } from './upload.ts'

/** Longest wait for a rate limit, in seconds; a longer one is a failure that the person is shown. */
const maxWaitSeconds = 120

/** Number of waits for one call, at most twenty minutes with the usual minute. */
const maxWaits = 20

interface Repetition {
  signal?: AbortSignal | undefined
  /** Called when a wait begins. */
  onWait?: (() => void) | undefined
}

/**
 * Makes a call, and makes it again after `Retry-After` each time that it is refused with 429, at most 20 times;
 * `onWait` is called before each wait. Any other error is thrown, and so is a wait of more than two minutes.
 *
 * @throws DOMException `AbortError` when the signal aborts during a wait.
 */
export async function repeatRateLimited<Answer>(
  call: () => Promise<Answer>,
  { signal, onWait }: Repetition = {},
): Promise<Answer> {
  for (let waits = 0; ; waits++) {
    try {
      return await call()
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : null
      if (!seconds || seconds > maxWaitSeconds || waits === maxWaits) throw error
      onWait?.()
      await wait(seconds * 1000, signal)
    }
  }
}

/**
 * Uploads a file with the token of the session, and again after `Retry-After` when the server refuses it with 429.
 * `onProgress` receives bytes, and `isPaused` during the wait. Rejects otherwise as `upload` does.
 * @throws ApiError when the server refuses.
 */
export async function sendFile(request: UploadRequest): Promise<void> {
  const authorization = `Bearer ${localStorage.getItem('token') ?? ''}`
  let last: UploadProgress = { sent: 0, total: request.body instanceof Blob ? request.body.size : 0 }
  const onProgress = (sent: UploadProgress) => {
    last = sent
    request.onProgress(sent)
  }
  const send = async () => {
    const response = await upload({ ...request, headers: { authorization }, onProgress })
    if (response.ok) return
    throw await ApiError.from(response)
  }
  const onWait = () => request.onProgress({ sent: 0, total: last.total, isPaused: true })
  await repeatRateLimited(send, { signal: request.signal, onWait })
}
