import { useEffect, useRef } from 'react'
import { useTexts } from '../client/texts.tsx'
import { errorSummaryLook, type FieldProblem } from './error-summary-look.ts'
import { fieldId } from './field-attributes.ts'

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
