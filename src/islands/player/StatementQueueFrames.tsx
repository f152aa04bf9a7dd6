import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import type { StatementQueueFacts } from './player-state.ts'
import { forgetOrigin, listStaleOrigins, rememberOrigin } from './queue-origins.ts'
import { parseReport, queueTimeoutMs } from './statement-queue.ts'

const noActor = encodeURIComponent(JSON.stringify({ who: '' }))

/** Returns the launch in the course's URL: a token, or the key by which a cmi5 unit fetches one. */
function parseLaunch(url: string): { token?: string; key?: string } {
  if (!url) return {}
  const { searchParams } = new URL(url)
  const token = searchParams.get('auth')?.replace(/^Bearer /, '')
  if (token) return { token }
  const fetch = searchParams.get('fetch')
  const key = fetch && new URL(fetch).searchParams.get('k')
  return key ? { key } : {}
}

/** Returns since when statements wait, from the reports of the queue pages of all packages. */
function useReports({ url, statementQueue: { origins }, onReady }: KeepingProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [waiting, setWaiting] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    if (url && origins.length === 0) return onReady(url)
    const timer = url ? setTimeout(onReady, queueTimeoutMs, url) : undefined
    const onReport = ({ source, origin, data }: MessageEvent) => {
      const report = parseReport(data)
      if (!report || !origins.includes(origin)) return
      if (report.count > 0) rememberOrigin(localStorage, origin, Date.now())
      setWaiting((before) => {
        const next = new Map(before)
        if (report.count > 0 && typeof report.since === 'number') next.set(origin, report.since)
        else next.delete(origin)
        return next
      })
      if (url && source === frame.current?.contentWindow) onReady(url)
    }
    addEventListener('message', onReport)
    return () => {
      clearTimeout(timer)
      removeEventListener('message', onReport)
    }
  }, [url, origins, onReady])
  return { frame, since: waiting.size > 0 ? Math.min(...waiting.values()) : null }
}

/**
 * Returns packages that were not opened for long; their queue pages are loaded so that they delete statements that are
 * too old to send.
 */
function useStaleOrigins(origins: readonly string[]): readonly string[] {
  const [places, setPlaces] = useState<readonly string[]>([])
  useEffect(() => {
    const old = listStaleOrigins(localStorage, Date.now()).filter((origin) => !origins.includes(origin))
    setPlaces(old)
    const onReport = ({ origin, data }: MessageEvent) => {
      if (!parseReport(data) || !old.includes(origin)) return
      forgetOrigin(localStorage, origin)
      setPlaces((places) => places.filter((one) => one !== origin))
    }
    addEventListener('message', onReport)
    return () => removeEventListener('message', onReport)
  }, [origins])
  return places
}

interface KeepingProps {
  /** URL of the course or of the open unit; empty while none is open. */
  url: string
  statementQueue: StatementQueueFacts
  /** Called when the course may begin: queued statements were tried, or nothing is queued. */
  onReady: (url: string) => void
}

/**
 * Hidden frames of the course's origins, which send xAPI statements that were stored there without a connection, and a
 * notice while some wait; nothing without origins (SCORM). Frames of packages whose statements have waited longer than
 * 90 days delete them. `onReady` is called with `url` (if not empty) once the queue of its package was tried, after
 * four seconds at the latest, and at once without origins.
 */
export function StatementQueueFrames(props: KeepingProps) {
  const { url, statementQueue } = props
  const { frame, since } = useReports(props)
  const old = useStaleOrigins(statementQueue.origins)
  const t = useTexts('player')
  const language = useLanguage()
  const time = since === null ? '' : momentText(new Date(since), 'time', language)
  const course = encodeURIComponent(JSON.stringify({ ...parseLaunch(url), who: statementQueue.who }))
  if (statementQueue.origins.length === 0) return null
  return (
    <>
      {createPortal(
        [...statementQueue.origins, ...old].map((origin, place) => (
          <iframe
            // URLs that differ only in their hash would not load.
            key={origin + course}
            ref={place === 0 ? frame : undefined}
            data-keeper
            title={t('keeper')}
            src={`${origin}/_portal/watch.html#${old.includes(origin) ? noActor : course}`}
            hidden
            sandbox="allow-scripts allow-same-origin"
          />
        )),
        document.body,
      )}
      <p role="status" className={since === null ? '' : 'border-b border-line bg-surface px-4 py-2 text-sm'}>
        {since === null ? '' : t('waiting', { time })}
      </p>
    </>
  )
}
