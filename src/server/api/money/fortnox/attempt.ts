import type { Database } from '#platform/database.ts'
import type { FortnoxClient } from './client.ts'
import type { QueuedInvoice } from './document-storage.ts'
import { FortnoxError } from './fortnox-error.ts'
import { type FortnoxInvoice, Invoice, parseAnswer } from './wire.ts'

/** Connection and settings by which an invoice is sent. */
export interface SendContext {
  db: Database
  client: FortnoxClient
  companyKey: string
  paymentDays: number
  /** Host of the portal, by which it recognises its own documents among those of others. */
  source: string
  /** Ids of those of the participants on the rows who have a protected identity. */
  protectedIds: ReadonlySet<number>
}

/** Knowledge of an attempt about its invoice, also when it then fails. */
export interface Attempt {
  /** The invoice as it was before this attempt claimed it. */
  before: QueuedInvoice
  /** True once Fortnox has answered that it has no document of the invoice. */
  hasFoundNone: boolean
  /** True from the request that makes the document on, unless Fortnox has certainly refused that. */
  mayHaveMade: boolean
}

/** Whether an earlier attempt has made a credit of which Fortnox did not say the number. */
export const isUnclear = ({ mayExist, reason }: QueuedInvoice): boolean => mayExist && reason === 'credit_unclear'

/** Whether Fortnox may have a document of the invoice after an attempt. */
export const mayExistAfter = ({ before, hasFoundNone, mayHaveMade }: Attempt): boolean =>
  mayHaveMade || (before.mayExist && !hasFoundNone)

/** Whether a sum of Fortnox is that of an invoice or its credit, as far as Fortnox rounds to whole kronor. */
export const isNearly = (total: number | null | undefined, expected: number): boolean =>
  total === null || total === undefined || Math.abs(Math.abs(total) - Math.abs(expected)) < 100

/**
 * Reads a document of Fortnox by its number.
 * @throws FortnoxError as the client, and 'unavailable' for an answer without the fields.
 */
export const readInvoice = async (client: FortnoxClient, number: string): Promise<FortnoxInvoice> =>
  parseAnswer(Invoice, await client.call('GET', `/invoices/${number}`)).Invoice

/** Sends the request that makes the document, and notes whether Fortnox may have carried it out. */
export async function make(attempt: Attempt, work: () => Promise<unknown>): Promise<FortnoxInvoice> {
  attempt.mayHaveMade = true
  try {
    return parseAnswer(Invoice, await work()).Invoice
  } catch (error) {
    attempt.mayHaveMade = !(error instanceof FortnoxError) || error.kind === 'unavailable'
    throw error
  }
}
