import { expect, test, vi } from 'vitest'
import { upload } from './upload.ts'

class Request {
  static sent = 0
  upload = {}
  onabort: () => void = () => undefined
  open() {}
  setRequestHeader() {}
  abort() {
    this.onabort()
  }
  send() {
    Request.sent += 1
  }
}

test('a signal that is aborted before or during the upload ends it', async () => {
  vi.stubGlobal('XMLHttpRequest', Request)
  const send = (signal: AbortSignal) =>
    upload({ method: 'PUT', url: '/api/x', body: new Blob(['x']), signal, onProgress: () => undefined })
  await expect(send(AbortSignal.abort())).rejects.toThrow('The upload was cancelled')
  expect(Request.sent).toBe(0)
  const stop = new AbortController()
  const running = send(stop.signal)
  expect(Request.sent).toBe(1)
  stop.abort()
  await expect(running).rejects.toThrow('The upload was cancelled')
  vi.unstubAllGlobals()
})
