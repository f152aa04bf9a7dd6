import type { PaymentState } from '#api/money/payments/contract.ts'

type Status = PaymentState['status']

export interface Asked {
  status: () => Promise<Status>
  provider: () => Promise<Status>
}

export type Waiting = 'checking' | 'unreachable' | 'late'

interface Watch {
  /** Two seconds. */
  pause: () => Promise<void>
  say: (waiting: Waiting) => void
  isGone: () => boolean
}

/** Two minutes of questions two seconds apart (spec G-052). */
export const questionsAtMost = 60
const providerEvery = 5

const isOver = (status: Status) => status > 1

/** How the payment ended; null when it has not within two minutes. A line that fails for a moment is no answer. */
export async function pollPayment(asked: Asked, { pause, say, isGone }: Watch): Promise<Status | null> {
  for (let question = 0; question < questionsAtMost && !isGone(); question++) {
    try {
      const status = await (question % providerEvery === 0 ? asked.provider() : asked.status())
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
