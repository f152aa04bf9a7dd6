import { Search } from 'lucide-react'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'

interface SearchFormProps {
  q: string
  /** What was wrong with the question. */
  error?: string | undefined
  hint: string
  language?: string | undefined
}

/** One question to the whole portal; its answer is an address. */
export function SearchForm({ q, error, hint, language }: SearchFormProps) {
  const t = useTexts('search', language)
  return (
    <search>
      <form action="/search" method="get" className="flex max-w-text items-end gap-2">
        <Field
          className="flex-1"
          name="q"
          type="search"
          label={t('label')}
          hint={hint}
          error={error}
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button
          type="submit"
          tone="primary"
          aria-label={t('submit')}
          icon={<Search size={20} aria-hidden />}
          className={error ? 'mb-8' : ''}
        />
      </form>
    </search>
  )
}
