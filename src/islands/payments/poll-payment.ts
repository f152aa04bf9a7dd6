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
 * Polls a payment and returns its status once it is over (above 1); null when it has not ended within 60 polls (two
 * minutes with a `pause` of two seconds) or the page is gone. The first poll and every fifth after it ask the provider;
 * a failed poll is retried after `pause` like any other. `say` receives `checking` or `unreachable` after each poll,
 * and `late` before null.
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
