import { useEffect, useRef } from 'react'
import { useTexts } from '../client/texts.tsx'
import { errorSummaryLook, type FieldProblem } from './error-summary-look.ts'
import { fieldId } from './field-attributes.ts'

interface ErrorSummaryProps {
  problems: readonly FieldProblem[]
  /** Refusal that the errors come from: a new one moves the focus here again, typing does not. */
  refusal?: unknown
  /** Language of its own texts; needed outside an island only. */
  language?: string | undefined
}

/**
 * Lists all errors of a form above it, each with a link to its field, in the order of `problems`; nothing without any.
 *
 * Takes the focus at each new `refusal`, which is by default a new list `problems`. With a `refusal` that stays the
 * same, or is null or 0, errors appear without the focus.
 */
export function ErrorSummary({ problems, refusal = problems, language }: ErrorSummaryProps) {
  const t = useTexts('common', language)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) ref.current?.focus()
  }, [refusal])
  if (problems.length === 0) return null
  return (
    // `data-takes-focus` makes the page's script move the focus when no island does.
    <div ref={ref} role="alert" tabIndex={-1} data-takes-focus className={errorSummaryLook.frame}>
      <h2 className={errorSummaryLook.title}>{t('errorSummary', { count: problems.length })}</h2>
      <ul className={errorSummaryLook.list}>
        {problems.map(({ name, message }) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} className={errorSummaryLook.link}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
