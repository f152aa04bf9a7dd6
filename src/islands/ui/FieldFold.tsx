import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { useTexts } from '../client/texts.tsx'
import { FailedSave } from './failed-save.ts'

interface FieldFoldProps {
  title: string
  /** Phrases for what is set inside, such as `Lägsta ålder: 15`; the summary shows them. */
  filled: readonly string[]
  /** Whether the title is the heading (`h2`) of a section. */
  isSection?: boolean | undefined
  children: ReactNode
}

const countInvalid = (fold: HTMLDetailsElement | null) => fold?.querySelectorAll('[aria-invalid="true"]').length ?? 0

/**
 * Opens the fold when a field within becomes invalid, is invalid at a failed save, or is the target of the URL's
 * fragment. A person may close it again at any time.
 */
function useOpening() {
  const ref = useRef<HTMLDetailsElement>(null)
  const invalid = useRef(0)
  const failedSave = useContext(FailedSave)
  useEffect(() => {
    const fold = ref.current
    const count = countInvalid(fold)
    if (fold && count > invalid.current) fold.open = true
    invalid.current = count
  })
  useEffect(() => {
    const fold = ref.current
    if (fold && failedSave && countInvalid(fold) > 0) fold.open = true
  }, [failedSave])
  useEffect(() => {
    const openForTarget = () => {
      const fold = ref.current
      if (fold?.contains(document.getElementById(location.hash.slice(1)))) fold.open = true
    }
    openForTarget()
    addEventListener('hashchange', openForTarget)
    return () => removeEventListener('hashchange', openForTarget)
  }, [])
  return ref
}

/**
 * Folds rarely used fields of a form behind a summary that says what is set inside. It begins folded, and opens at each
 * failed save with an error within, and when a field within is the target of a link.
 */
export function FieldFold({ title, filled, isSection = false, children }: FieldFoldProps) {
  const t = useTexts('common')
  const ref = useOpening()
  return (
    <details ref={ref} data-field-fold className={isSection ? '' : 'border-t border-line pt-3 sm:col-span-full'}>
      <summary className="cursor-pointer py-1.5 text-accent-ink">
        {isSection ? (
          <h2 className="inline text-xl text-ink">{title}</h2>
        ) : (
          <span className="font-semibold">{title}</span>
        )}{' '}
        <span className="text-sm text-muted">{filled.length > 0 ? filled.join(' · ') : t('nothingFilled')}</span>
      </summary>
      <div className="pt-4">{children}</div>
    </details>
  )
}
