import { CircleCheck } from '@lucide/icons'
import { useId } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { flagLook } from '../ui/flag-look.ts'
import { Icon } from '../ui/Icon.tsx'

interface ApprovedPanelProps {
  isApproved: boolean
  /** Closes the player and returns to the page. */
  onDone: () => void
}

/**
 * Says below the course that the part is approved, with a button that calls `onDone`. It covers nothing and takes no
 * focus, so that the explanation of the last answer can be read to the end. The live region is there from the start,
 * since screen readers announce only changes.
 */
export function ApprovedPanel({ isApproved, onDone }: ApprovedPanelProps) {
  const t = useTexts('player')
  const titleId = useId()
  return (
    <div aria-live="polite">
      {isApproved && (
        <section
          aria-labelledby={titleId}
          className="max-h-[45dvh] overflow-y-auto border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
        >
          <div aria-hidden="true" className={flagLook} />
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-3">
            <div className="flex min-w-0 max-w-text gap-3">
              <Icon of={CircleCheck} size={28} className="shrink-0 text-success-ink" />
              <div className="min-w-0">
                <h2 id={titleId} className="text-lg">
                  {t('approved.title')}
                </h2>
                <p className="text-sm">{t('approved.text')}</p>
              </div>
            </div>
            <Button tone="primary" className="max-sm:w-full" onClick={onDone}>
              {t('approved.done')}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
