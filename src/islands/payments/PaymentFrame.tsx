import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import { island, useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { toast, toastAfterwards } from '../ui/toast.ts'

interface PaymentFrameProps {
  paymentId: string
  url: string
  /** Where one goes when the payment is given up. */
  education: string
}

/** What the frame says has been answered; how the payment stands is asked elsewhere. */
function useAnswer(url: string, onAnswer: (answer: unknown) => void) {
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.origin === new URL(url).origin) onAnswer(event.data?.payment)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [url, onAnswer])
}

function CancelPayment({ paymentId, education }: Omit<PaymentFrameProps, 'url'>) {
  const t = useTexts('payments')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  async function cancel() {
    setBusy(true)
    try {
      const { status } = await api('POST /Payment/Cancel/:id', { params: { id: paymentId } })
      // Paid at the last moment: then that is how it ends.
      if (status === 2) return location.assign(`/betalning/bekraftelse/${paymentId}`)
      toastAfterwards(t('pay.canceled'))
      location.assign(education)
    } catch (error) {
      setBusy(false)
      setAsking(false)
      toast(error instanceof Error ? error.message : t('pay.unavailable'), 'danger')
    }
  }
  return (
    <>
      <Button tone="quiet" onClick={() => setAsking(true)}>
        {t('pay.cancel')}
      </Button>
      <Confirm
        open={asking}
        question={t('pay.cancelQuestion')}
        detail={t('pay.cancelDetail')}
        action={t('pay.cancel')}
        dangerous
        busy={busy}
        onConfirm={() => void cancel()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

/** The provider's form in a frame of its own, on another site than the portal. */
function Frame({ paymentId, url, education }: PaymentFrameProps) {
  const t = useTexts('payments')
  const [tries, setTries] = useState(0)
  const [onAnswer] = useState(() => (answer: unknown) => {
    if (answer === 'returned') location.assign(`/betalning/pending/${paymentId}`)
    if (answer === 'closed') setTries((before) => before + 1)
  })
  useAnswer(url, onAnswer)
  return (
    <div className="grid gap-4">
      {tries > 0 && (
        <InfoBox role="status" tone="warning">
          {t('pay.closed')}
        </InfoBox>
      )}
      <iframe
        key={tries}
        src={url}
        title={t('pay.frame')}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
        className="h-[30rem] w-full rounded-card border border-line bg-white"
      />
      <div>
        <CancelPayment paymentId={paymentId} education={education} />
      </div>
    </div>
  )
}

export const PaymentFrame = island(Frame)
