import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { useTexts } from './texts.tsx'
import type { PollState } from './use-poll.ts'

/** Error that ended a polling of `usePoll`, with a button that begins it again. Nothing without an error. */
export function PollFailure({ polling: { failure, retry } }: { polling: PollState }) {
  const t = useTexts('common')
  if (failure === null) return null
  return <ErrorBox actions={<Button onClick={retry}>{t('loadAgain')}</Button>}>{failure}</ErrorBox>
}
