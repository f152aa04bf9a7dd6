import { X } from '@lucide/icons'
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { firstFocus } from './first-focus.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { IsOpening, OverlayContainer } from './overlay-container.ts'

const widths = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' }

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** The buttons: the one that carries on first, beside a dangerous one the one that takes it all back last. */
  actions?: ReactNode
  size?: keyof typeof widths | undefined
  /** A touch beside the dialog closes it; off where something typed would be lost. */
  closesOutside?: boolean | undefined
}

const frame =
  'm-auto w-[calc(100%-2rem)] rounded-sheet bg-raised p-0 text-ink shadow-sheet backdrop:bg-scrim open:animate-rise ' +
  'max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none'

function useModal({ open, onClose, closesOutside = true }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const [isOpening, setOpening] = useState(true)
  useEffect(() => {
    if (open && ref.current && !ref.current.open) {
      ref.current.showModal()
      // Nothing is scrolled: what is out of sight is not chosen.
      firstFocus(ref.current)?.focus({ preventScroll: true })
    }
    if (!open) ref.current?.close()
    setOpening(!open)
  }, [open])
  const modal = {
    ref,
    // Also comes after the page itself has closed it, when there is nobody left to tell, and from a dialog inside this one.
    onClose: (event: SyntheticEvent) => event.target === ref.current && open && onClose(),
    onClick: (event: MouseEvent) => closesOutside && event.target === ref.current && onClose(),
  }
  return { modal, isOpening }
}

/** A modal dialog. Escape, what lies behind it and where the focus goes afterwards are the browser's own `<dialog>`. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, actions, size = 'medium' } = props
  const titleId = useId()
  const t = useTexts('common')
  const { modal, isOpening } = useModal(props)
  // A page is sent without the dialogs that nobody has opened yet.
  const [hasOpened, setHasOpened] = useState(open)
  if (open && !hasOpened) setHasOpened(true)
  return (
    <dialog {...modal} aria-labelledby={hasOpened ? titleId : undefined} className={`${frame} ${widths[size]}`}>
      {hasOpened && (
        <div className="flex max-h-[min(48rem,calc(100dvh-2rem))] flex-col">
          <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
            <h2 id={titleId} tabIndex={-1} className="outline-none">
              {title}
            </h2>
            <IconButton
              label={t('close')}
              icon={<Icon of={X} size={20} />}
              className="-mt-1.5 -mr-3"
              onClick={onClose}
            />
          </header>
          <div data-dialog="body" className="min-h-0 overflow-y-auto px-6 pb-6">
            {open && (
              <OverlayContainer value={modal.ref}>
                <IsOpening value={isOpening}>{children}</IsOpening>
              </OverlayContainer>
            )}
          </div>
          {actions && (
            <footer
              data-dialog="actions"
              className="flex flex-row-reverse flex-wrap gap-3 border-t border-line px-6 py-4"
            >
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}
