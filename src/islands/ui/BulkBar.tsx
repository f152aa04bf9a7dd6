import { X } from '@lucide/icons'
import type { ReactNode } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface BulkBarProps {
  count: number
  onClear: () => void
  /** Actions on all selected rows. */
  children: ReactNode
}

/**
 * Bar at the bottom of the window with the number of selected rows (`count`), actions on them (`children`), and a
 * button that calls `onClear`. Hidden without selected rows.
 */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const t = useTexts('common')
  return (
    <div role="status" className="sticky bottom-[calc(var(--bar-height,0rem)+1rem)] z-20">
      {count > 0 && (
        <fieldset className="mx-auto flex w-fit max-w-full animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-2 shadow-float">
          <legend className="sr-only">{t('bulkActions')}</legend>
          <strong className="tabular-nums">{t('selected', { count })}</strong>
          {children}
          <Button tone="quiet" size="small" icon={<Icon of={X} size={16} />} onClick={onClear}>
            {t('clearSelection')}
          </Button>
        </fieldset>
      )}
    </div>
  )
}
