import { useTexts } from '../client/texts.tsx'

interface CounterTextProps {
  length: number
  limit: number
  id?: string | undefined
  /** Language of its own texts; needed outside an island only. */
  language?: string | undefined
}

/**
 * Shows how many characters of a limited text are used, or by how many it is too long. Screen readers announce it only
 * from nine tenths of the limit on, so that it does not interrupt typing.
 */
export function CounterText({ length, limit, id, language }: CounterTextProps) {
  const t = useTexts('common', language)
  const over = length - limit
  const text = over > 0 ? t('counterOver', { count: over }) : t('counter', { length, limit })
  return (
    <p
      id={id}
      aria-live={length >= limit * 0.9 ? 'polite' : 'off'}
      className={`mt-1 text-right text-sm tabular-nums ${over > 0 ? 'font-semibold text-danger-ink' : 'text-muted'}`}
    >
      {text}
    </p>
  )
}
