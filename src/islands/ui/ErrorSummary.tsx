import { useEffect, useRef } from 'react'
import { useTexts } from '../texts.tsx'
import { fieldId } from './FieldFrame.tsx'

export interface FieldProblem {
  name: string
  message: string
}

interface ErrorSummaryProps {
  problems: readonly FieldProblem[]
  /** The refusal that told of them: a new one takes focus again, and typing does not. */
  refusal?: unknown
  language?: string | undefined
}

/** All that is wrong with a form, above it; takes focus when it appears, and each line leads to its field. */
export function ErrorSummary({ problems, refusal = problems, language }: ErrorSummaryProps) {
  const t = useTexts('common', language)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) ref.current?.focus()
  }, [refusal])
  if (problems.length === 0) return null
  return (
    // `autoFocus` does the same in a page that was rendered without the island.
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      data-takes-focus
      className="rounded-card border-2 border-danger bg-danger-soft px-5 py-4"
    >
      <h2 className="text-lg">{t('errorSummary', { count: problems.length })}</h2>
      <ul className="mt-2 grid gap-1">
        {problems.map(({ name, message }) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} className="font-medium text-danger-ink underline underline-offset-3">
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
