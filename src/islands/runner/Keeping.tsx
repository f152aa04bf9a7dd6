import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../texts.tsx'

/** A browser that cannot set the keeper up, or is slow at it, does not keep anybody from their course. */
const patienceMs = 4_000

/** Whose course an address opens, and by which launch; null for a course that sends in another way. */
function courseOf(url: string): { watch: string; origin: string } | null {
  if (!url) return null
  const { origin, searchParams } = new URL(url)
  const token = searchParams.get('auth')?.replace(/^Bearer /, '')
  if (!token) return null
  const who = `${searchParams.get('actor')} ${searchParams.get('registration')}`
  return { origin, watch: `${origin}/_portal/watch.html#${encodeURIComponent(JSON.stringify({ token, who }))}` }
}

interface KeepingProps {
  url: string
  /** The course may begin: what waited has been tried, or nothing keeps. */
  onReady: (url: string) => void
}

/** The page beside the course that keeps what could not be sent; says so when something waits. */
export function Keeping({ url, onReady }: KeepingProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [since, setSince] = useState<number | null>(null)
  const t = useTexts('runner')
  const language = useLanguage()
  const course = courseOf(url)
  const origin = course?.origin
  useEffect(() => {
    if (!url) return
    if (!origin) return onReady(url)
    const timer = setTimeout(onReady, patienceMs, url)
    const told = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || data?.kind !== 'portal-kept') return
      setSince(data.count > 0 && typeof data.since === 'number' ? data.since : null)
      onReady(url)
    }
    addEventListener('message', told)
    return () => {
      clearTimeout(timer)
      removeEventListener('message', told)
    }
  }, [url, origin, onReady])
  if (!course) return null
  const time = since === null ? '' : momentText(new Date(since), 'time', language)
  return (
    <>
      {createPortal(
        <iframe ref={frame} title={t('keeper')} src={course.watch} hidden sandbox="allow-scripts allow-same-origin" />,
        document.body,
      )}
      <p role="status" className={since === null ? '' : 'border-b border-line bg-surface px-4 py-2 text-sm'}>
        {since === null ? '' : t('waiting', { time })}
      </p>
    </>
  )
}
