import { ListTree, X } from '@lucide/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { coursePolicy } from '#api/catalogue/packages/rules.ts'
import type { LaunchableUnit } from '#api/courses/xapi/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Again } from './Again.tsx'
import { Keeping } from './Keeping.tsx'
import { type Kept, leaveUnit } from './state.ts'
import { UnitList } from './UnitList.tsx'

interface CourseFrameProps {
  title: string
  /** Empty while the course is on its way, or while nothing is chosen out of several units. */
  url: string
  units: readonly LaunchableUnit[]
  unit: number | null
  kept: Kept
  ownWindow: boolean
  opensWindows: boolean
  onClose: () => void
  /** What stays with whoever starts again; absent while nothing can be. */
  again?: string | undefined
  children?: ReactNode
}

/** A unit that has come to its end sends its frame to a page of the portal's, which says so. */
function useReturn(url: string) {
  useEffect(() => {
    if (!url) return
    const listen = ({ origin, data }: MessageEvent) => {
      if (origin === new URL(url).origin && data === 'portal:returned') void leaveUnit()
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [url])
}

/** A window that opens at a click may go anywhere, with what the address of the course tells: only a part that says so gets it. */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-modals'

function Course({
  title,
  url,
  ready,
  ownWindow,
  opensWindows,
}: Pick<CourseFrameProps, 'title' | 'url' | 'ownWindow' | 'opensWindows'> & { ready: boolean }) {
  const t = useTexts('player')
  if (ownWindow)
    return (
      <div className="m-auto grid justify-items-center gap-4 p-6 text-center">
        <p>{t('ownWindow')}</p>
        <Button href={url} target="_blank" rel="noopener noreferrer" tone="primary">
          {t('openWindow')}
        </Button>
      </div>
    )
  if (!ready) return null
  return (
    <iframe
      title={title}
      // Addresses may differ in their fragment alone, which would load nothing.
      key={url}
      src={url}
      {...policyFor(url)}
      sandbox={opensWindows ? `${sandbox} allow-popups` : sandbox}
      allow="autoplay; fullscreen"
      referrerPolicy="no-referrer"
      className="min-h-0 w-full flex-1 border-0 bg-white"
    />
  )
}

/**
 * What the course's own host says of itself is demanded of everything in the frame, where the browser knows how: an error
 * that no code of ours answers, such as for too long an address, would else be a page of the course's without a policy.
 */
const policyFor = (url: string) => ({ csp: coursePolicy(new URL(url).origin, location.origin) })

/**
 * A course over the whole screen. Its origin is its own and never the portal's, which is what makes `allow-same-origin`
 * harmless: it reaches its files and the record store alone. One of several units has their list beside it, or before it where
 * there is no room for both.
 */
export function CourseFrame({ title, url, units, unit, kept, onClose, again, children, ...course }: CourseFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const t = useTexts('player')
  const [listShown, setListShown] = useState(false)
  const [ready, setReady] = useState('')
  useEffect(() => dialog.current?.showModal(), [])
  useReturn(url)
  const isList = units.length > 1
  const isListFirst = unit === null || listShown
  return (
    <dialog
      ref={dialog}
      aria-label={title || t('loading')}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none bg-page p-0 text-ink"
      // Escape would throw somebody out of a course by accident; Close is always there. A browser that does not know the
      // attribute asks first, and tells here of what is asked of the dialogs inside, too.
      closedby="none"
      onCancel={(event) => event.target === event.currentTarget && event.preventDefault()}
    >
      <div className="flex h-full flex-col">
        <header className="flex min-h-14 items-center justify-between gap-2 border-b border-line bg-surface px-4">
          <h1 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h1>
          {isList && unit !== null && (
            <Button
              className="md:hidden"
              icon={<Icon of={ListTree} size={18} />}
              aria-label={t('contents')}
              aria-expanded={listShown}
              onClick={() => setListShown(!listShown)}
            />
          )}
          {again && <Again detail={again} />}
          <Button icon={<Icon of={X} size={18} />} onClick={onClose}>
            {t('close')}
          </Button>
        </header>
        {children}
        <Keeping url={url} kept={kept} onReady={setReady} />
        <div className="flex min-h-0 flex-1">
          {isList && (
            <div className={`border-line bg-surface md:block md:w-80 md:border-r ${isListFirst ? 'w-full' : 'hidden'}`}>
              <UnitList units={units} open={unit} onChosen={() => setListShown(false)} />
            </div>
          )}
          <div className={`min-w-0 flex-1 flex-col md:flex ${isList && isListFirst ? 'hidden' : 'flex'}`}>
            {url && <Course {...course} title={title} url={url} ready={ready === url} />}
            {isList && !url && <p className="m-auto p-6 text-muted">{t('choose')}</p>}
          </div>
        </div>
      </div>
    </dialog>
  )
}
