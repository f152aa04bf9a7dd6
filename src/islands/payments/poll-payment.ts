import type { PaymentState } from '#api/money/payments/contract.ts'

type Status = PaymentState['status']

export interface PaymentCalls {
  status: () => Promise<Status>
  provider: () => Promise<Status>
}

export type PollState = 'checking' | 'unreachable' | 'late'

interface PollHandlers {
  /** Waits two seconds. */
  pause: () => Promise<void>
  say: (waiting: PollState) => void
  isGone: () => boolean
}

/** Number of polls: two minutes at two seconds (spec G-052). */
export const maxPolls = 60
const providerInterval = 5

const isOver = (status: Status) => status > 1

/**
 * Polls a payment and returns how it ended; null when it has not ended within two minutes or the page is gone. The
 * first poll and every fifth after it ask the provider, and a failed poll is retried after `pause`. `say` receives the
 * state of the wait after each poll, and at last `late`.
 */
export async function pollPayment(calls: PaymentCalls, { pause, say, isGone }: PollHandlers): Promise<Status | null> {
  for (let poll = 0; poll < maxPolls && !isGone(); poll++) {
    try {
      const status = await (poll % providerInterval === 0 ? calls.provider() : calls.status())
      if (isOver(status)) return status
      say('checking')
    } catch {
      say('unreachable')
    }
    await pause()
  }
  say('late')
  return null
}
