import { afterEach, expect, test, vi } from 'vitest'
import { upload } from './upload.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers every request at once with a status and an empty body. */
const answerWith = (answered: number) =>
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = answered
      response = new Blob([])
      upload = {}
      onload: (() => void) | null = null
      open = () => undefined
      setRequestHeader = () => undefined
      getAllResponseHeaders = () => ''
      send = () => this.onload?.()
    },
  )

test.each([204, 200])('an upload that is answered with %i and no body succeeds', async (status) => {
  answerWith(status)
  const response = await upload({ method: 'POST', url: '/api/x', body: new FormData(), onProgress: () => undefined })
  expect([response.ok, response.status]).toEqual([true, status])
})
