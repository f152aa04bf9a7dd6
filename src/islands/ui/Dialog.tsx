import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { useTexts } from '../texts.tsx'
import { IconButton } from './IconButton.tsx'
import { OverlayContainer } from './overlay-container.ts'

const widths = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' }

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** The buttons, the one that carries on first. */
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
  useEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal()
    if (!open) ref.current?.close()
  }, [open])
  return {
    ref,
    // Also comes after the page itself has closed it, when there is nobody left to tell, and from a dialog inside this one.
    onClose: (event: SyntheticEvent) => event.target === ref.current && open && onClose(),
    onClick: (event: MouseEvent) => closesOutside && event.target === ref.current && onClose(),
  }
}

/** A modal dialog. Focus, Escape and what lies behind it are the browser's own `<dialog>`. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, actions, size = 'medium' } = props
  const titleId = useId()
  const t = useTexts('common')
  const modal = useModal(props)
  return (
    <dialog {...modal} aria-labelledby={titleId} className={`${frame} ${widths[size]}`}>
      <div className="flex max-h-[min(48rem,calc(100dvh-2rem))] flex-col">
        <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
          <h2 id={titleId}>{title}</h2>
          <IconButton label={t('close')} icon={<X size={20} />} className="-mt-1.5 -mr-3" onClick={onClose} />
        </header>
        <div className="min-h-0 overflow-y-auto px-6 pb-6">
          {open && <OverlayContainer value={modal.ref}>{children}</OverlayContainer>}
        </div>
        {actions && (
          <footer className="flex flex-row-reverse flex-wrap gap-3 border-t border-line px-6 py-4">{actions}</footer>
        )}
      </div>
    </dialog>
  )
}
