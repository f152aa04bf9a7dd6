import { useEffect, useState } from 'react'
import type { PaymentSelection, ReceiptCounts } from '#api/money/payments/office/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toast } from '../ui/toast.ts'

interface SendReceiptsProps {
  payments: PaymentSelection
  /** Number of the chosen payments. */
  count: number
  /** Called when the receipts are on their way. */
  onSent: () => void
  onClose: () => void
}

/** Returns the counts of a selection, null while they are read, and the text of a failure. */
function usePreview(payments: PaymentSelection) {
  const [counts, setCounts] = useState<ReceiptCounts | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const key = JSON.stringify(payments)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the selection.
  useEffect(() => {
    const found = api('POST /Payment/receipts/preview', { body: payments })
    found.then(setCounts, (error: unknown) => setProblem(toFailure(error).message))
  }, [key])
  return { counts, problem }
}

/** Lines that say how many payments are left out, and why; none for a reason without any. */
function LeftOut({ counts: { withoutReceipt, withoutAddress } }: { counts: ReceiptCounts }) {
  const t = useTexts('payments')
  return (
    <>
      {withoutReceipt > 0 && (
        <p className="mt-2 text-muted">{t('receipts.withoutReceipt', { count: withoutReceipt })}</p>
      )}
      {withoutAddress > 0 && (
        <p className="mt-2 text-muted">{t('receipts.withoutAddress', { count: withoutAddress })}</p>
      )}
    </>
  )
}

/**
 * Dialog that mails the receipts of the chosen payments again. It first counts those that have one, and names why
 * others are left out. A repeated press mails once; a failure is shown.
 */
export function SendReceipts({ payments, count, onSent, onClose }: SendReceiptsProps) {
  const t = useTexts('payments')
  const texts = useTexts('common')
  const { counts, problem } = usePreview(payments)
  const { isBusy, failure, run } = useSaving()
  const [send] = useState(() =>
    withIdempotencyKey((body: PaymentSelection, idempotencyKey) =>
      api('POST /Payment/receipts', { body }, { idempotencyKey }),
    ),
  )
  const press = async () => {
    const { receipts } = await send(payments)
    toast(t('receipts.sent', { count: receipts }))
    onSent()
    onClose()
  }
  const message = problem ?? failure?.message
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('receipts.title', { count })}
      size="small"
      actions={
        <>
          <Button
            tone="primary"
            isBusy={isBusy}
            disabled={!counts || counts.receipts === 0}
            onClick={() => void run(press)}
          >
            {t('receipts.send', { count: counts?.receipts ?? 0 })}
          </Button>
          <Button onClick={onClose}>{texts('cancel')}</Button>
        </>
      }
    >
      <div role="status">
        {counts ? <p>{t('receipts.have', { count: counts.receipts })}</p> : !problem && <p>{t('receipts.counting')}</p>}
        {counts && <LeftOut counts={counts} />}
      </div>
      {message && <ErrorBox>{message}</ErrorBox>}
    </Dialog>
  )
}
