import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { coursePolicy } from '#api/packages/rules.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'

interface CourseFrameProps {
  title: string
  /** Empty while the course is on its way. */
  url: string
  onClose: () => void
  children?: ReactNode
}

/**
 * What the course's own host says of itself is demanded of everything in the frame, where the browser knows how: an error
 * that no code of ours answers, such as for too long an address, would else be a page of the course's without a policy.
 */
const policyFor = (url: string) => ({ csp: coursePolicy(new URL(url).origin, location.origin) })

/**
 * A course over the whole screen. Its origin is its own and never the portal's, which is what makes `allow-same-origin`
 * harmless: it reaches its files and the record store alone.
 */
export function CourseFrame({ title, url, onClose, children }: CourseFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const t = useTexts('runner')
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={title || t('loading')}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none bg-page p-0 text-ink"
      // Escape would throw somebody out of a course by accident; Close is always there.
      onCancel={(event) => event.preventDefault()}
    >
      <div className="flex h-full flex-col">
        <header className="flex min-h-14 items-center justify-between gap-4 border-b border-line bg-surface px-4">
          <h1 className="truncate text-base font-semibold">{title}</h1>
          <Button icon={<X size={18} aria-hidden />} onClick={onClose}>
            {t('close')}
          </Button>
        </header>
        {children}
        {url && (
          <iframe
            title={title}
            src={url}
            {...policyFor(url)}
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals"
            allow="autoplay; fullscreen"
            referrerPolicy="no-referrer"
            className="min-h-0 w-full flex-1 border-0 bg-white"
          />
        )}
      </div>
    </dialog>
  )
}
