import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import type { BatchProps } from './BatchActions.tsx'

/**
 * Button that marks a batch as entered in the accounts, or removes the mark. `onChange` receives the changed batch; a
 * refusal is shown.
 */
export function BookedMark({ batch, onChange }: BatchProps) {
  const t = useTexts('invoices')
  const { isBusy, failure, run } = useSaving()
  const isBooked = batch.bookedDate !== null
  const toggle = async () =>
    onChange(await api('PUT /Invoices/Batches/:id/Booked', { params: { id: batch.id }, body: { booked: !isBooked } }))
  return (
    <>
      <Button size="small" tone={isBooked ? 'quiet' : 'secondary'} isBusy={isBusy} onClick={() => void run(toggle)}>
        {t(isBooked ? 'batch.unbook' : 'batch.book')}
        <span className="sr-only"> {batch.title}</span>
      </Button>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </>
  )
}
