import { useEffect, useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { EndedPaymentNote } from './EndedPayment.tsx'
import { findMark, formatClock, useTimeLeft } from './time-left.ts'

interface PaymentFrameProps {
  paymentId: string
  url: string
  /** URL to return to when the payment is cancelled. */
  education: string
  /** Seconds until the reserved seat is released. */
  secondsLeft: number
}

/** Receives the frame's messages; the state of the payment is fetched from the server instead. */
function useAnswer(url: string, onAnswer: (answer: unknown) => void) {
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.origin === new URL(url).origin) onAnswer(event.data?.payment)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [url, onAnswer])
}

function CancelPayment({ paymentId, education }: Pick<PaymentFrameProps, 'paymentId' | 'education'>) {
  const t = useTexts('payments')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  async function cancel() {
    setBusy(true)
    try {
      const { status } = await api('POST /Payment/Cancel/:id', { params: { id: paymentId } })
      // It was paid at the last moment, so it ends as paid.
      if (status === 2) return location.assign(`/betalning/bekraftelse/${paymentId}`)
      toastOnNextPage(t('pay.canceled'))
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

function TimeLeft({ seconds }: { seconds: number }) {
  const t = useTexts('payments')
  return (
    <p className={seconds <= 300 ? 'font-semibold text-warning-ink' : 'text-muted'}>
      {t('pay.timeLeft')} <span className="tabular-nums">{formatClock(seconds)}</span>
    </p>
  )
}

/** Announces the remaining time at a few marks, and its end, for screen readers. */
function SpokenTime({ seconds }: { seconds: number }) {
  const t = useTexts('payments')
  const mark = findMark(seconds)
  const words = seconds === 0 ? t('pay.late') : mark === null ? '' : t('pay.minutesLeft', { count: mark / 60 })
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}

/**
 * Notifies the server when time is up, so that it releases the seat at once and counts a payment made at the last
 * moment.
 */
function useExpiry(paymentId: string, isOver: boolean) {
  useEffect(() => {
    if (!isOver) return
    api('POST /Payment/OnPaid/:id', { params: { id: paymentId } })
      .then(({ status }) => status === 2 && location.replace(`/betalning/bekraftelse/${paymentId}`))
      // Without a connection the server notices by itself.
      .catch(() => undefined)
  }, [paymentId, isOver])
}

function Frame({ paymentId, url, education, secondsLeft }: PaymentFrameProps) {
  const t = useTexts('payments')
  const seconds = useTimeLeft(secondsLeft)
  const [tries, setTries] = useState(0)
  const [onAnswer] = useState(() => (answer: unknown) => {
    if (answer === 'returned') location.assign(`/betalning/pending/${paymentId}`)
    if (answer === 'closed') setTries((before) => before + 1)
  })
  useAnswer(url, onAnswer)
  useExpiry(paymentId, seconds === 0)
  const spoken = <SpokenTime seconds={seconds} />
  if (seconds === 0)
    return (
      <div className="relative">
        {spoken}
        <EndedPaymentNote paymentId={paymentId} education={education} ended="late" />
      </div>
    )
  return (
    <div className="relative grid gap-4">
      {spoken}
      <TimeLeft seconds={seconds} />
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

/**
 * Frame with the provider's form from another site, the remaining time, and a button that cancels the payment. It leads
 * on when the form is done, and says so when the time is up. A failed cancellation is a toast.
 */
export const PaymentFrame = island(Frame)
