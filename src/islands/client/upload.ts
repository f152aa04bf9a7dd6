import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { throttle } from '../ui/throttle.ts'
import { toNetworkError } from './network-error.ts'

interface UploadRequest {
  method: 'POST' | 'PUT'
  url: string
  body: FormData | Blob
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  onProgress: (sent: UploadProgress) => void
}

/**
 * Sends a file and reports the progress, which `fetch` cannot. Resolves with the response, whatever its status; rejects
 * with a TypeError without a connection, and with an AbortError when the signal aborts or has aborted. `onProgress`
 * receives bytes, at most every 250 ms.
 */
export function upload({ method, url, body, headers = {}, signal, onProgress }: UploadRequest): Promise<Response> {
  const request = new XMLHttpRequest()
  request.open(method, url)
  request.responseType = 'blob'
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  const report = throttle(onProgress)
  request.upload.onprogress = ({ loaded, total }) => report({ sent: loaded, total })
  return new Promise((resolve, reject) => {
    request.onload = () =>
      resolve(new Response(request.response, { status: request.status, headers: headersOf(request) }))
    request.onerror = () => reject(toNetworkError(new TypeError('Failed to fetch')))
    const cancel = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onabort = cancel
    if (signal?.aborted) return cancel()
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = '', ...value] = line.split(':')
    if (name) headers.append(name, value.join(':').trim())
  }
  return headers
}
