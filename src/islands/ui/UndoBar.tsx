import { Undo2 } from '@lucide/icons'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface UndoBarProps {
  /** Describes the last change; null hides the bar. */
  text: string | null
  /** Label of the button. */
  label: string
  /** Shortcut of the button, for screen readers. */
  shortcut?: string
  onUndo: () => void
}

/**
 * Bar at the bottom of the window with the last change and a button that calls `onUndo`; hidden while `text` is null,
 * which the caller decides. `shortcut` is only announced to screen readers: the caller listens for it.
 */
export function UndoBar({ text, label, shortcut, onUndo }: UndoBarProps) {
  return (
    <div role="status" className="pointer-events-none sticky bottom-[calc(var(--bar-height,0rem)+1rem)] z-20">
      {text !== null && (
        <p className="pointer-events-auto mx-auto flex w-fit max-w-full animate-rise items-center gap-3 rounded-card border border-line bg-raised py-1 pr-1 pl-4 shadow-float">
          <span className="min-w-0">{text}</span>
          <Button
            tone="quiet"
            icon={<Icon of={Undo2} size={18} />}
            aria-keyshortcuts={shortcut}
            onClick={onUndo}
            className="shrink-0 whitespace-nowrap"
          >
            {label}
          </Button>
        </p>
      )}
    </div>
  )
}
