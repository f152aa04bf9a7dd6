import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { patienceMs, reportIn } from './kept.ts'
import { forgetPlace, notePlace, oldPlaces } from './kept-places.ts'
import type { Kept } from './state.ts'

const nobody = encodeURIComponent(JSON.stringify({ who: '' }))

/** By which launch an address opens a course: a token, or the key that a unit of cmi5 fetches one by. */
function launchIn(url: string): { token?: string; key?: string } {
  if (!url) return {}
  const { searchParams } = new URL(url)
  const token = searchParams.get('auth')?.replace(/^Bearer /, '')
  if (token) return { token }
  const fetch = searchParams.get('fetch')
  const key = fetch && new URL(fetch).searchParams.get('k')
  return key ? { key } : {}
}

/** What waits at each package, by the moment that it waits since. */
function useReports({ url, kept: { origins }, onReady }: KeepingProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [waiting, setWaiting] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    if (url && origins.length === 0) return onReady(url)
    const timer = url ? setTimeout(onReady, patienceMs, url) : undefined
    const told = ({ source, origin, data }: MessageEvent) => {
      const report = reportIn(data)
      if (!report || !origins.includes(origin)) return
      if (report.count > 0) notePlace(localStorage, origin, Date.now())
      setWaiting((before) => {
        const next = new Map(before)
        if (report.count > 0 && typeof report.since === 'number') next.set(origin, report.since)
        else next.delete(origin)
        return next
      })
      if (url && source === frame.current?.contentWindow) onReady(url)
    }
    addEventListener('message', told)
    return () => {
      clearTimeout(timer)
      removeEventListener('message', told)
    }
  }, [url, origins, onReady])
  return { frame, since: waiting.size > 0 ? Math.min(...waiting.values()) : null }
}

/** Packages that nobody here has opened for long: their keepers are woken to throw away what is too old to be sent. */
function useOldPlaces(origins: readonly string[]): readonly string[] {
  const [places, setPlaces] = useState<readonly string[]>([])
  useEffect(() => {
    const old = oldPlaces(localStorage, Date.now()).filter((origin) => !origins.includes(origin))
    setPlaces(old)
    const told = ({ origin, data }: MessageEvent) => {
      if (!reportIn(data) || !old.includes(origin)) return
      forgetPlace(localStorage, origin)
      setPlaces((left) => left.filter((one) => one !== origin))
    }
    addEventListener('message', told)
    return () => removeEventListener('message', told)
  }, [origins])
  return places
}

interface KeepingProps {
  /** Of the course, or of the unit that is open; empty while none is. */
  url: string
  kept: Kept
  /** The course may begin: what waited has been tried, or nothing keeps. */
  onReady: (url: string) => void
}

/** The pages beside the course that keep what could not be sent; says so when something waits. */
export function Keeping(props: KeepingProps) {
  const { url, kept } = props
  const { frame, since } = useReports(props)
  const old = useOldPlaces(kept.origins)
  const t = useTexts('player')
  const language = useLanguage()
  const time = since === null ? '' : momentText(new Date(since), 'time', language)
  const course = encodeURIComponent(JSON.stringify({ ...launchIn(url), who: kept.who }))
  if (kept.origins.length === 0) return null
  return (
    <>
      {createPortal(
        [...kept.origins, ...old].map((origin, place) => (
          <iframe
            // Addresses may differ in their fragment alone, which would load nothing.
            key={origin + course}
            ref={place === 0 ? frame : undefined}
            data-keeper
            title={t('keeper')}
            src={`${origin}/_portal/watch.html#${old.includes(origin) ? nobody : course}`}
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
