import { api } from '../client/api.ts'
import { findMark, formatClock, watchTimeLeft } from './time-left.ts'

/* Follows the provider's form of `PaymentForm.astro`: the time that is left, and the answers of the frame. */

/** Seconds from which the remaining time is shown as a warning. */
const shortTime = 300

function follow(form: HTMLElement): void {
  const { paymentId = '', secondsLeft = '0', spoken = '{}' } = form.dataset
  const find = <Part extends Element>(part: string) => form.querySelector<Part>(`[data-part="${part}"]`)
  const texts = JSON.parse(spoken) as Record<string, string>
  const [status, clock, time] = ['status', 'clock', 'time'].map((part) => find<HTMLElement>(part))

  /** Shows that the time is up, and has the server release the seat or count a payment of the last moment. */
  function end(): void {
    find('open')?.remove()
    find('late')?.removeAttribute('hidden')
    api('POST /Payment/OnPaid/:id', { params: { id: paymentId } })
      .then((payment) => payment.status === 2 && location.replace(`/betalning/bekraftelse/${paymentId}`))
      // Without a connection the server notices by itself.
      .catch(() => undefined)
  }

  watchTimeLeft(Number(secondsLeft), (seconds) => {
    const words = texts[seconds === 0 ? 0 : (findMark(seconds) ?? '')] ?? ''
    if (status && status.textContent !== words) status.textContent = words
    if (time) time.textContent = formatClock(seconds)
    clock?.toggleAttribute('data-short', seconds <= shortTime)
    if (seconds === 0) end()
  })

  addEventListener('message', ({ origin, data }: MessageEvent) => {
    const frame = find<HTMLIFrameElement>('frame')
    if (!frame || origin !== new URL(frame.src).origin) return
    // The state of the payment is fetched from the server; the frame only says that something happened.
    if (data?.payment === 'returned') location.assign(`/betalning/pending/${paymentId}`)
    if (data?.payment !== 'closed') return
    find('closed')?.removeAttribute('hidden')
    frame.replaceWith(frame.cloneNode())
  })
}

const form = document.querySelector<HTMLElement>('[data-payment-form]')
if (form) follow(form)
