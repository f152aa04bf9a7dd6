import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toast } from '../ui/toast.ts'

const send = withIdempotencyKey((id: string, idempotencyKey) =>
  api('POST /Payment/details/:id/receipt', { params: { id } }, { idempotencyKey }),
)

function SendButton({ paymentId }: { paymentId: string }) {
  const t = useTexts('payments')
  const { isBusy, failure, run } = useSaving()
  const press = async () => {
    await send(paymentId)
    toast(t('details.receiptSent'))
  }
  return (
    <div className="grid gap-2">
      <Button isBusy={isBusy} onClick={() => void run(press)}>
        {t('details.sendReceipt')}
      </Button>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </div>
  )
}

/** Button that mails the receipt of a payment to its payer again, reported by a toast. A failure is shown. */
export const SendReceipt = island(SendButton)
