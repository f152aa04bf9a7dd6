import type { Answer, Client, PortalRequest } from './client.ts'

/** Counts writes in progress and answered writes. */
export interface Writes {
  ask: Client
  underWay: () => number
  /** Resolves during a write, when at least `after` writes have been answered; null when there are no more writes. */
  inTheMiddle: (after: number, isOver: () => boolean) => Promise<number | null>
}

/** Counts the writes that go through `ask`. */
export function countWrites(ask: Client): Writes {
  let [begun, answered] = [0, 0]
  const counted = async (portalRequest: PortalRequest): Promise<Answer> => {
    if (portalRequest.method === 'GET') return ask(portalRequest)
    begun += 1
    try {
      return await ask(portalRequest)
    } finally {
      answered += 1
    }
  }
  const underWay = () => begun - answered
  return {
    ask: counted,
    underWay,
    async inTheMiddle(after, isOver) {
      while (answered < after || underWay() === 0) {
        if (isOver()) return null
        await new Promise((resolve) => setImmediate(resolve))
      }
      return underWay()
    },
  }
}
