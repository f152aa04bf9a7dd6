import type { ReactNode } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

interface AnsweredProps<Data> {
  /** What a query store holds. */
  answer: { data?: Data | null; error?: unknown; loading: boolean }
  onRetry: () => void
  children: (data: Data) => ReactNode
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occured.')

/** What was asked for, or why it did not come. */
export function Answered<Data>({ answer, onRetry, children }: AnsweredProps<Data>) {
  const t = useTexts('bottombar')
  const { data, error, loading } = answer
  if (data !== undefined && data !== null) return children(data)
  if (loading || error === undefined) return <Waiting />
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return <ErrorBox actions={retry}>{t('failed', { message: messageOf(error) })}</ErrorBox>
}

function Waiting() {
  const t = useTexts('common')
  return (
    <div role="status" className="grid animate-pulse gap-3">
      <span className="sr-only">{t('loading')}</span>
      <span className="h-4 w-3/4 rounded-full bg-hover" />
      <span className="h-4 w-1/2 rounded-full bg-hover" />
    </div>
  )
}
