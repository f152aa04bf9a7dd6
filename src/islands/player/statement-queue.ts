/** Wait for the queue page; a course must start even where the queue does not work. */
export const queueTimeoutMs = 4_000

/** Longest wait for queued statements; after it the connection is considered lost. */
const maxWaitMs = 15_000

/** Message of a queue page about the statements of its package that the server has not received. */
interface Report {
  kind: 'portal-kept'
  count: number
  /** When the oldest one was queued, in epoch milliseconds; null without any. */
  since: number | null
}

/**
 * Returns the report in the message of a queue page, a hidden page of a package that sends its queued statements: their
 * `count`, and `since` when the oldest waits, in epoch milliseconds (null without any). Null for any message of another
 * `kind`; the other fields are not checked.
 */
export const parseReport = (data: unknown): Report | null =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'kind') === 'portal-kept' ? (data as Report) : null

const requestSending = () => {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-keeper]'))
    frame.contentWindow?.postMessage('portal:send', new URL(frame.src).origin)
}

/**
 * Waits until the packages at these origins have no queued statements, which it asks their queue pages to send, and
 * returns whether any waited. Opening a unit ends the session before it, and its unsent statements would be lost. Waits
 * for at most 15 seconds, 4 without any report, or until the signal aborts; never rejects.
 */
export function waitUntilSent(origins: readonly string[], signal: AbortSignal): Promise<boolean> {
  if (origins.length === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    const waiting = new Set(origins)
    let hasWaited = false
    const end = () => {
      for (const timer of [silence, deadline]) clearTimeout(timer)
      removeEventListener('message', onReport)
      resolve(hasWaited)
    }
    const onReport = ({ origin, data }: MessageEvent) => {
      const report = parseReport(data)
      if (!report || !origins.includes(origin)) return
      clearTimeout(silence)
      if (report.count > 0) hasWaited = true
      else waiting.delete(origin)
      if (waiting.size === 0) end()
    }
    const silence = setTimeout(end, queueTimeoutMs)
    const deadline = setTimeout(end, maxWaitMs)
    signal.addEventListener('abort', end, { once: true })
    addEventListener('message', onReport)
    requestSending()
  })
}
