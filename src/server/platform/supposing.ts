import type { Database, Statement } from './database.ts'

class Mistaken extends Error {}

/**
 * Goes ahead by what a row is supposed to say: it is asked beside whatever is read next. Whether that held must be known before
 * anything is answered; nothing is written before.
 */
export function supposing<Q extends Statement>(
  db: Database,
  question: Q,
  holds: (answer: Awaited<Q>) => boolean,
): () => Promise<boolean> {
  const { verdict } = db.alongside(question, (answer) => {
    if (!holds(answer)) throw new Mistaken()
  })
  return async () => {
    try {
      await verdict()
      return true
    } catch (error) {
      if (error instanceof Mistaken) return false
      throw error
    }
  }
}
