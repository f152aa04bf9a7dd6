import { ListTree, X } from '@lucide/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCoursePolicy } from '#api/catalogue/packages/rules.ts'
import type { LaunchableUnit } from '#api/courses/xapi/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { StatementQueueFacts } from './player-state.ts'
import { RestartButton } from './RestartButton.tsx'
import { StatementQueueFrames } from './StatementQueueFrames.tsx'
import { leaveUnit } from './state.ts'
import { UnitList } from './UnitList.tsx'

interface CourseFrameProps {
  title: string
  /** Empty while the course loads, or while none of several units is chosen. */
  url: string
  units: readonly LaunchableUnit[]
  /** Position of the open unit; null while the list alone is shown. */
  unit: number | null
  statementQueue: StatementQueueFacts
  /** Whether the frame has a link that opens the course in a window of its own instead of the course. */
  ownWindow: boolean
  /** Whether the course may open windows. */
  opensWindows: boolean
  onClose: () => void
  /** Text about what remains after a restart; absent when none is possible. */
  again?: string | undefined
  children?: ReactNode
  /** Below the course, which then is as much lower. */
  footer?: ReactNode
}

/** Listens for the portal's return page, to which a finished unit leads its frame. */
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

/**
 * Permissions of the frame without windows. A window that the course opens may go anywhere with the data of the
 * course's URL, so only parts with that setting may open windows.
 */
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
      // URLs that differ only in their hash would not load.
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
 * Requires the course's content security policy of every response in the frame, in browsers that support it. Otherwise
 * an error response that the portal's code does not make, such as for too long a URL, would be a page without a policy.
 */
const policyFor = (url: string) => ({ csp: formatCoursePolicy(new URL(url).origin, location.origin) })

/**
 * Shows a course over the whole screen, or where it must have a window of its own (`ownWindow`) a link to it. It runs
 * on an origin of its own, so `allow-same-origin` only gives it its files and the record store. Before it starts,
 * queued statements are sent. `children` stand above the course, `footer` below it.
 *
 * A list of several units is beside it, or before it on narrow screens; a finished unit leads back to it. Only the
 * close button calls `onClose`, which must remove it; Escape does nothing. With `again` a button starts the course
 * over, after a question with that text.
 */
export function CourseFrame({
  title,
  url,
  units,
  unit,
  statementQueue,
  onClose,
  again,
  children,
  footer,
  ...course
}: CourseFrameProps) {
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
      // Escape must not close a course by accident; there is a Close button. Browsers without the attribute fire
      // `cancel` first, also for dialogs inside this one.
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
          {again && <RestartButton detail={again} />}
          <Button icon={<Icon of={X} size={18} />} onClick={onClose}>
            {t('close')}
          </Button>
        </header>
        {children}
        <StatementQueueFrames url={url} statementQueue={statementQueue} onReady={setReady} />
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
        {footer}
      </div>
    </dialog>
  )
}
