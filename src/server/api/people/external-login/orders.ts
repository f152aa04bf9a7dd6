import type { Visitor } from '#api/context.ts'
import { insertToken, type OneTimeToken } from '#api/people/tokens/storage.ts'
import { sha256 } from '#platform/digest.ts'
import { orderMinutes, questionsAtMost } from './rules.ts'

/** What is kept of an order while it lives. */
export type KeptOrder = {
  /** The provider's own name of it. */
  providerRef: string
  qrStartToken: string
  qrStartSecret: string
  /** Of an order for the same device: what the app must bring back. */
  nonceHash: string | null
  /** Who the provider said it was; kept until the browser comes back with the nonce. */
  personHash: string | null
  /** Whose account the identification is to open from now on; null: somebody signs in. */
  connectsUserId: number | null
}

/** An order is found by its name and the browser's key together: with another's name alone it is nowhere. */
export const orderHash = (orderRef: string, browserKey: string) => sha256(`order ${orderRef} ${browserKey}`)

export const insertOrder = (ctx: Visitor, tokenHash: string, order: KeptOrder, startedAt: Date) =>
  insertToken(ctx.db, {
    tokenHash,
    purpose: 'ExternalOrder',
    data: order,
    triesLeft: questionsAtMost,
    createdAt: startedAt,
    expiresAt: new Date(startedAt.getTime() + orderMinutes * 60_000),
  })

// Rows of this purpose under such a hash are written above alone.
export const keptOrderOf = (row: OneTimeToken) => row.data as KeptOrder
