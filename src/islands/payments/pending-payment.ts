import { api } from '../client/api.ts'
import { type PaymentCalls, type PollState, pollPayment } from './poll-payment.ts'

/*
 * Polls the payment of `PendingNotice.astro` every two seconds, and leads to its confirmation when it is paid or else
 * back to the payment. Says so when the payment has not ended within two minutes.
 */

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 2000))

const createCalls = (id: string): PaymentCalls => ({
  status: async () => (await api('GET /Payment/GetStatus/:id', { params: { id } })).status,
  // Asks the provider too, in case its notification is late.
  provider: async () => (await api('POST /Payment/OnPaid/:id', { params: { id } })).status,
})

async function follow(notice: HTMLElement): Promise<void> {
  const { paymentId = '' } = notice.dataset
  const show = (part: string, isShown: boolean) =>
    notice.querySelector(`[data-part="${part}"]`)?.toggleAttribute('hidden', !isShown)
  const say = (state: PollState) => {
    show('checking', state !== 'late')
    show('late', state === 'late')
    show('unreachable', state === 'unreachable')
  }
  const status = await pollPayment(createCalls(paymentId), { pause, say, isGone: () => false })
  if (status === null) return
  location.replace(status === 2 || status === 5 ? `/betalning/bekraftelse/${paymentId}` : `/betalning/${paymentId}`)
}

const notice = document.querySelector<HTMLElement>('[data-pending-payment]')
if (notice) void follow(notice)
