import type { ReactNode } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

interface QueryResultProps<Data> {
  /** Value of a query store. */
  answer: { data?: Data | null; error?: unknown; loading: boolean }
  onRetry: () => void
  children: (data: Data) => ReactNode
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occured.')

/**
 * Shows the answer of a query, a placeholder while it loads, or its error with a retry button. An answer that is there
 * stays while it is fetched again, and after that has failed.
 */
export function QueryResult<Data>({ answer, onRetry, children }: QueryResultProps<Data>) {
  const t = useTexts('bottombar')
  const { data, error, loading } = answer
  if (data !== undefined && data !== null) return children(data)
  if (loading || error === undefined) return <LoadingPlaceholder />
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return <ErrorBox actions={retry}>{t('failed', { message: messageOf(error) })}</ErrorBox>
}

function LoadingPlaceholder() {
  const t = useTexts('common')
  return (
    <div role="status" className="grid animate-pulse gap-3">
      <span className="sr-only">{t('loading')}</span>
      <span className="h-4 w-3/4 rounded-full bg-hover" />
      <span className="h-4 w-1/2 rounded-full bg-hover" />
    </div>
  )
}
