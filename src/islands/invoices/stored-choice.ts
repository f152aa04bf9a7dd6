import type { InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { storedKeys } from '../client/stored-keys.ts'
import { type ChoiceRow, emptyChoice, type InvoiceChoice } from './invoice-choice.ts'
import type { InvoicingPeriod } from './read-items.ts'

/** A choice with the recipients and the adjusted rows that it concerns, which the page that is shown may lack. */
export interface KnownChoice {
  choice: InvoiceChoice
  recipients: readonly InvoiceRecipient[]
  adjusted: readonly ChoiceRow[]
}

/** A known choice as JSON: maps are lists of pairs. */
interface StoredChoice extends Omit<KnownChoice, 'choice'> {
  filter: string
  chosen: [id: number, leftOut: [resultId: number, minor: number][]][]
  amounts: [resultId: number, typed: string][]
}

export const nothingChosen: KnownChoice = { choice: emptyChoice, recipients: [], adjusted: [] }

const toFilter = (period: InvoicingPeriod) => JSON.stringify(Object.entries(period).sort())

/**
 * Converts a choice to the text that `parseChoice` reads, with the filter that it was made with. Recipients that are
 * not chosen and rows that are not adjusted are left out.
 */
export function formatChoice(period: InvoicingPeriod, { choice, recipients, adjusted }: KnownChoice): string {
  const stored: StoredChoice = {
    filter: toFilter(period),
    chosen: [...choice.recipients].map(([id, { leftOut }]) => [id, [...leftOut]]),
    amounts: [...choice.amounts],
    recipients: recipients.filter(({ id }) => choice.recipients.has(id)),
    adjusted: adjusted
      .filter(({ resultId }) => choice.amounts.has(resultId))
      .map(({ resultId, invoiceRecipientId, amount }) => ({ resultId, invoiceRecipientId, amount })),
  }
  return JSON.stringify(stored)
}

/**
 * Parses the text of `formatChoice`; nothing is chosen for null, or when it was made with another filter.
 *
 * @throws SyntaxError when the text is no JSON.
 */
export function parseChoice(period: InvoicingPeriod, text: string | null): KnownChoice {
  const stored = JSON.parse(text ?? 'null') as StoredChoice | null
  if (stored?.filter !== toFilter(period)) return nothingChosen
  return {
    choice: {
      recipients: new Map(stored.chosen.map(([id, leftOut]) => [id, { leftOut: new Map(leftOut) }])),
      amounts: new Map(stored.amounts),
    },
    recipients: stored.recipients,
    adjusted: stored.adjusted,
  }
}

/**
 * Returns the choice as `pruned` without the recipients that are gone or have another number of rows or amount than
 * when it was made. Their adjusted amounts go too; `removedCount` is the number of these recipients. A colleague may
 * have invoiced some of the rows. `fresh` are all recipients that the filter selects now.
 */
export function pruneChoice({ choice, recipients, adjusted }: KnownChoice, fresh: readonly InvoiceRecipient[]) {
  const now = new Map(fresh.map((recipient) => [recipient.id, recipient]))
  const isSame = ({ id, itemCount, amount }: InvoiceRecipient) =>
    now.get(id)?.itemCount === itemCount && now.get(id)?.amount === amount
  const same = recipients.filter(isSame)
  const ids = new Set(same.map(({ id }) => id))
  const sameRows = adjusted.filter(({ invoiceRecipientId }) => ids.has(invoiceRecipientId))
  const rowIds = new Set(sameRows.map(({ resultId }) => resultId))
  const pruned: KnownChoice = {
    choice: {
      recipients: new Map([...choice.recipients].filter(([id]) => ids.has(id))),
      amounts: new Map([...choice.amounts].filter(([id]) => rowIds.has(id))),
    },
    recipients: same,
    adjusted: sameRows,
  }
  return { pruned, removedCount: choice.recipients.size - pruned.choice.recipients.size }
}

/**
 * Returns the choice that the browser's tab stores; nothing chosen without one, or when it was made with another
 * filter.
 *
 * @throws SyntaxError when the stored text is no JSON.
 */
export const loadChoice = (period: InvoicingPeriod): KnownChoice =>
  parseChoice(period, sessionStorage.getItem(storedKeys.invoiceChoice))

/** Stores the choice in the browser's tab, in place of the former one, even one of another filter. */
export const storeChoice = (period: InvoicingPeriod, choice: KnownChoice): void =>
  sessionStorage.setItem(storedKeys.invoiceChoice, formatChoice(period, choice))

/** Removes the stored choice. */
export const forgetChoice = (): void => sessionStorage.removeItem(storedKeys.invoiceChoice)
