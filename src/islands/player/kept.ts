/** A browser that cannot set the keeper up, or is slow at it, does not keep anybody from their course. */
export const patienceMs = 4_000

/** What cannot be sent for so long is not waited for: the line is down, and nothing else gets through either. */
const enoughMs = 15_000

interface Report {
  kind: 'portal-kept'
  count: number
  since: number | null
}

/** What a keeper's page tells; null for any other message. */
export const reportIn = (data: unknown): Report | null =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'kind') === 'portal-kept' ? (data as Report) : null

const ask = () => {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-keeper]'))
    frame.contentWindow?.postMessage('portal:send', new URL(frame.src).origin)
}

/**
 * When nothing waits any more at these packages: opening a unit puts an end to the session before it, and what that has
 * told and the record store has not heard would be lost. Answers whether anything has waited.
 */
export function whenSent(origins: readonly string[], signal: AbortSignal): Promise<boolean> {
  if (origins.length === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    const waiting = new Set(origins)
    let hasWaited = false
    const end = () => {
      for (const timer of [silence, enough]) clearTimeout(timer)
      removeEventListener('message', told)
      resolve(hasWaited)
    }
    const told = ({ origin, data }: MessageEvent) => {
      const report = reportIn(data)
      if (!report || !origins.includes(origin)) return
      clearTimeout(silence)
      if (report.count > 0) hasWaited = true
      else waiting.delete(origin)
      if (waiting.size === 0) end()
    }
    const silence = setTimeout(end, patienceMs)
    const enough = setTimeout(end, enoughMs)
    signal.addEventListener('abort', end, { once: true })
    addEventListener('message', told)
    ask()
  })
}
