import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'

interface CancelPaymentProps {
  paymentId: string
  /** URL to return to when the payment is cancelled. */
  education: string
}

function Cancel({ paymentId, education }: CancelPaymentProps) {
  const t = useTexts('payments')
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  async function cancel() {
    setIsBusy(true)
    try {
      const { status } = await api('POST /Payment/Cancel/:id', { params: { id: paymentId } })
      // It was paid at the last moment, so it ends as paid.
      if (status === 2) return location.assign(`/betalning/bekraftelse/${paymentId}`)
      toastOnNextPage(t('pay.canceled'))
      location.assign(education)
    } catch (error) {
      setIsBusy(false)
      setIsAsking(false)
      toast(error instanceof Error ? error.message : t('pay.unavailable'), 'danger')
    }
  }
  return (
    <>
      <Button tone="quiet" onClick={() => setIsAsking(true)}>
        {t('pay.cancel')}
      </Button>
      <Confirm
        open={isAsking}
        question={t('pay.cancelQuestion')}
        detail={t('pay.cancelDetail')}
        action={t('pay.cancel')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void cancel()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/**
 * Button that cancels a payment after a question. It leads back to `education`, with a toast, or to the confirmation
 * when the payment was paid at the last moment. A failure is a toast.
 */
export const CancelPayment = island(Cancel)
