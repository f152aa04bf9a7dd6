import { Clock, LoaderCircle } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type PaymentCalls, type PollState, pollPayment } from './poll-payment.ts'

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 2000))

const createCalls = (id: string): PaymentCalls => ({
  status: async () => (await api('GET /Payment/GetStatus/:id', { params: { id } })).status,
  // Asks the provider too, in case its notification is late.
  provider: async () => (await api('POST /Payment/OnPaid/:id', { params: { id } })).status,
})

function Pending({ paymentId }: { paymentId: string }) {
  const t = useTexts('payments')
  const [waiting, setWaiting] = useState<PollState>('checking')
  useEffect(() => {
    let isGone = false
    const watch = { pause, say: setWaiting, isGone: () => isGone }
    void pollPayment(createCalls(paymentId), watch).then((status) => {
      if (status === null || isGone) return
      location.replace(status === 2 || status === 5 ? `/betalning/bekraftelse/${paymentId}` : `/betalning/${paymentId}`)
    })
    return () => {
      isGone = true
    }
  }, [paymentId])
  const isLate = waiting === 'late'
  return (
    <header className="grid justify-items-center gap-3 text-center" aria-live="polite">
      <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-ink">
        {isLate ? (
          <Icon of={Clock} size={32} />
        ) : (
          <Icon of={LoaderCircle} size={32} className="animate-spin motion-reduce:animate-none" />
        )}
      </span>
      <h1>{t(isLate ? 'pending.late' : 'pending.title')}</h1>
      <p className="max-w-text text-lg text-muted">{t(isLate ? 'pending.lateText' : 'pending.text')}</p>
      {waiting === 'unreachable' && <p className="text-warning-ink">{t('pending.unreachable')}</p>}
    </header>
  )
}

/**
 * Notice that polls the payment every two seconds, and leads to its confirmation when it is paid or else back to the
 * payment. It says so when the payment has not ended within two minutes.
 */
export const PendingPayment = island(Pending)
