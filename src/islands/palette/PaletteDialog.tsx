import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

interface PaletteDialogProps {
  label: string
  /** Called when the field has the focus. */
  onOpen: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * Modal frame of the palette, near the top of the window; on a phone it fills the window. It opens when it is rendered,
 * focuses its first field and calls `onOpen`. Escape and a press beside it close it, and `onClose` must remove it. The
 * inert page and the return of the focus come from the native `<dialog>`.
 */
export function PaletteDialog({ label, onOpen, onClose, children }: PaletteDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!ref.current || ref.current.open) return
    ref.current.showModal()
    ref.current.querySelector('input')?.focus()
    onOpen()
  }, [onOpen])
  const frame = {
    ref,
    onClose,
    onClick: (event: MouseEvent) => event.target === ref.current && ref.current?.close(),
    // The search field would empty itself on Escape; the palette closes instead.
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      ref.current?.close()
    },
  }
  return (
    <dialog
      {...frame}
      aria-label={label}
      className="mx-auto mt-[10dvh] w-[calc(100%-2rem)] max-w-2xl rounded-sheet bg-raised p-0 text-ink shadow-sheet backdrop:bg-scrim max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:rounded-none"
    >
      <div className="flex max-h-[min(40rem,80dvh)] flex-col max-sm:h-full max-sm:max-h-none">{children}</div>
    </dialog>
  )
}
