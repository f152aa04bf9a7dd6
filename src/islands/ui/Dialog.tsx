import { X } from '@lucide/icons'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
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
  /** Language of a title that an organiser wrote. */
  titleLanguage?: string | undefined
  children: ReactNode
  /** Buttons: the main action first; beside a dangerous one, cancelling last. */
  actions?: ReactNode
  size?: keyof typeof widths | undefined
  /** Whether a press beside the dialog closes it; false where typed text would be lost. */
  closesOutside?: boolean | undefined
}

const frame =
  'm-auto w-[calc(100%-2rem)] rounded-sheet bg-raised p-0 text-ink shadow-sheet backdrop:bg-scrim open:animate-rise ' +
  'max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none'

function useModal({ open, onClose, closesOutside = true }: DialogProps) {
  const [element, setElement] = useState<HTMLDialogElement | null>(null)
  const [isOpening, setOpening] = useState(true)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!element) return
    if (open && !element.open) {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      element.showModal()
      // The dialog does not scroll to the focus, so nothing out of sight gets it.
      firstFocus(element)?.focus({ preventScroll: true })
    }
    if (!open) element.close()
    setOpening(!open)
  }, [open, element])
  // A dialog that is removed while it is open loses the focus instead of returning it. Not a layout effect: React cleans
  // those up also while the dialog waits for its texts.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) opener.current?.focus()
    },
    [],
  )
  const modal = {
    ref: setElement,
    // Escape only asks: the caller may have a question about unsaved input. A file field sends the event as well.
    onCancel(event: SyntheticEvent) {
      if (event.target !== element) return
      event.preventDefault()
      onClose()
    },
    // The event also fires after the page has closed the dialog, and bubbles from dialogs inside this one.
    onClose(event: SyntheticEvent) {
      if (event.target !== element || !open || !element?.isConnected || element.open) return
      // The browser closes it without asking at a second Escape. It is open until the caller closes it.
      element.showModal()
      onClose()
    },
    // Enter in a field of the dialog would send a form that the dialog stands in, with what was never confirmed.
    onKeyDown(event: KeyboardEvent) {
      const field = event.target
      if (event.key === 'Enter' && field instanceof HTMLInputElement && !element?.contains(field.form))
        event.preventDefault()
    },
    onClick: (event: MouseEvent) => closesOutside && event.target === element && onClose(),
  }
  return { modal, element, isOpening }
}

/**
 * Modal dialog with a title, a button that closes it, and `actions` below. It opens with the focus on its first field
 * if that is in sight, else on a button or its heading; without `actions`, always on its heading.
 *
 * Escape, the inert background and the return of the focus come from the native `<dialog>`; a press beside it closes it
 * unless `closesOutside` is false. It does not close itself: the caller sets `open` to false in `onClose`. `children`
 * are unmounted while it is closed.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, titleLanguage, children, actions, size = 'medium' } = props
  const titleId = useId()
  const t = useTexts('common')
  const { modal, element, isOpening } = useModal(props)
  // The server renders no dialogs that were never opened.
  const [hasOpened, setHasOpened] = useState(open)
  if (open && !hasOpened) setHasOpened(true)
  return (
    <dialog {...modal} aria-labelledby={hasOpened ? titleId : undefined} className={`${frame} ${widths[size]}`}>
      {hasOpened && (
        <div className="flex max-h-[min(48rem,calc(100dvh-2rem))] flex-col low-window:block low-window:overflow-y-auto">
          <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
            <h2 id={titleId} lang={titleLanguage} tabIndex={-1} className="outline-none">
              {title}
            </h2>
            <IconButton
              label={t('close')}
              icon={<Icon of={X} size={20} />}
              className="-mt-1.5 -mr-3"
              onClick={onClose}
            />
          </header>
          <div data-dialog="body" className="min-h-0 overflow-y-auto px-6 pb-6 low-window:overflow-visible">
            {open && (
              <OverlayContainer value={element}>
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
