import { X } from '@lucide/icons'
import type { ReactNode } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Icon } from './Icon.tsx'

interface SidePanelProps {
  id: string
  title: string
  children: ReactNode
}

/** Panel at the edge of the window that a button with `popoverTarget` opens; needs no script. */
export function SidePanel({ id, title, children }: SidePanelProps) {
  const t = useTexts('common')
  return (
    <section id={id} popover="auto" aria-labelledby={`${id}-title`} className="side-panel">
      <header className="flex items-start justify-between gap-4">
        <h2 id={`${id}-title`} className="min-w-0 text-xl wrap-anywhere">
          {title}
        </h2>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t('close')}
          className="-mt-1.5 -mr-3 grid size-11 shrink-0 place-items-center rounded-control hover:bg-hover"
        >
          <Icon of={X} size={20} />
        </button>
      </header>
      {children}
    </section>
  )
}
