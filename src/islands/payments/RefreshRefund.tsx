import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

function AskButton({ refundId }: { refundId: number }) {
  const t = useTexts('payments')
  const { isBusy, failure, run } = useSaving()
  const refresh = async () => {
    await api('PUT /Payment/refunds/:id/ask', { params: { id: refundId } })
    location.reload()
  }
  return (
    <div className="grid gap-2">
      <Button isBusy={isBusy} onClick={() => void run(refresh)}>
        {t('details.ask')}
      </Button>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </div>
  )
}

/**
 * Button that asks the payment provider for the state of a refund, instead of waiting for its notification, and loads
 * the page again. A failure is shown.
 */
export const RefreshRefund = island(AskButton)
