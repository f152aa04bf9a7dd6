import { useEffect, useRef } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import type { Failure } from './use-draft.ts'

interface SaveBarProps {
  isBusy: boolean
  isDirty: boolean
  /** Label of the button when it is not "save". */
  label?: string | undefined
}

/**
 * Submit button that stays in view below a long form, with a note while changes are unsaved. It can be pressed without
 * changes too, and says `label` instead of "Save". While `isBusy`, neither it nor Enter submits the form.
 */
export function SaveBar({ isBusy, isDirty, label }: SaveBarProps) {
  const t = useTexts('editing')
  return (
    <div className="sticky bottom-(--bar-height) z-10 -mx-4 flex flex-wrap items-center gap-4 border-t border-line bg-canvas px-4 py-3 sm:mx-0 sm:px-0">
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {label ?? t('save')}
      </Button>
      <p className="text-sm text-muted" aria-live="polite">
        {isDirty ? t('unsaved') : ''}
      </p>
    </div>
  )
}

interface FailureBoxProps {
  failure: Failure | null
  labelOf: (field: string) => string
  /** Prefix of the names of the form's fields. */
  prefix?: string | undefined
}

/** Error box that scrolls into view, since the top of a long form may be out of sight. The focus stays in the field. */
function ShownFailure({ failure }: { failure: Failure }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) ref.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  return (
    <div ref={ref}>
      <ErrorBox>{failure.message}</ErrorBox>
    </div>
  )
}

/**
 * Explains why a save was refused: a link to each field with its message, in the order of `failure`, or else one
 * sentence. The links take the focus at each new failure; the sentence scrolls into view and leaves the focus. Nothing
 * without a failure. `labelOf` receives the field's name without `prefix`.
 */
export function FailureBox({ failure, labelOf, prefix = '' }: FailureBoxProps) {
  if (!failure) return null
  const problems = Object.entries(failure.fields).map(([name, message]) => ({
    name: prefix + name,
    message: `${labelOf(name)}: ${message}`,
  }))
  return problems.length > 0 ? (
    <ErrorSummary problems={problems} refusal={failure} />
  ) : (
    <ShownFailure failure={failure} />
  )
}
