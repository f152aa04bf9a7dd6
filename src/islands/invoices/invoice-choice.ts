import type { InvoiceItem, InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { toMinor } from '#api/money/invoices/rules.ts'
import { parseMinor } from '../client/amount-input.ts'

/** A row with what its choice and its sum need. */
export type ChoiceRow = Pick<InvoiceItem, 'resultId' | 'invoiceRecipientId' | 'amount'>

/** Chosen rows of one recipient: all but those that are left out. */
interface RecipientChoice {
  /** Amount in öre of each row that is left out, by result id. */
  leftOut: ReadonlyMap<number, number>
}

export interface InvoiceChoice {
  recipients: ReadonlyMap<number, RecipientChoice>
  /** Adjusted amounts as typed, by result id. */
  amounts: ReadonlyMap<number, string>
}

export const emptyChoice: InvoiceChoice = { recipients: new Map(), amounts: new Map() }

/** Whether the recipient is chosen, with all rows or only some. */
export const isChosen = ({ recipients }: InvoiceChoice, { id }: InvoiceRecipient) => recipients.has(id)

/** Whether the recipient is chosen without some of its rows. */
export const isPartlyChosen = ({ recipients }: InvoiceChoice, { id }: InvoiceRecipient) =>
  (recipients.get(id)?.leftOut.size ?? 0) > 0

/** Whether the row is chosen: its recipient is, and the row is not left out. */
export const isRowChosen = ({ recipients }: InvoiceChoice, { resultId, invoiceRecipientId }: ChoiceRow) => {
  const recipient = recipients.get(invoiceRecipientId)
  return recipient !== undefined && !recipient.leftOut.has(resultId)
}

/**
 * Returns the choice with the recipients `all` added, each with all of its rows, or removed. Other recipients and
 * adjusted amounts stay.
 */
export function chooseRecipients(
  choice: InvoiceChoice,
  all: readonly InvoiceRecipient[],
  include: boolean,
): InvoiceChoice {
  const recipients = new Map(choice.recipients)
  for (const { id } of all) {
    if (include) recipients.set(id, { leftOut: new Map() })
    else recipients.delete(id)
  }
  return { ...choice, recipients }
}

/**
 * Returns the choice with one row chosen or left out; `rows` are all rows of its recipient. Without its last row the
 * recipient is no longer chosen; the first row of one that was not chosen chooses that row alone.
 */
export function chooseRow(
  choice: InvoiceChoice,
  row: InvoiceItem,
  rows: readonly InvoiceItem[],
  include: boolean,
): InvoiceChoice {
  const recipients = new Map(choice.recipients)
  const before = recipients.get(row.invoiceRecipientId)?.leftOut
  const leftOut = new Map(before ?? rows.map(({ resultId, amount }) => [resultId, toMinor(amount)]))
  if (include) leftOut.delete(row.resultId)
  else leftOut.set(row.resultId, toMinor(row.amount))
  if (leftOut.size >= rows.length) recipients.delete(row.invoiceRecipientId)
  else recipients.set(row.invoiceRecipientId, { leftOut })
  return { ...choice, recipients }
}

/**
 * Returns the choice with another amount for a row, as typed in kronor; the row's own amount ends the adjustment. The
 * typed text is stored even when it is no amount.
 */
export function adjustAmount(choice: InvoiceChoice, row: InvoiceItem, text: string): InvoiceChoice {
  const amounts = new Map(choice.amounts)
  if (parseMinor(text) === toMinor(row.amount)) amounts.delete(row.resultId)
  else amounts.set(row.resultId, text)
  return { ...choice, amounts }
}

const adjustmentSum = (choice: InvoiceChoice, rows: readonly ChoiceRow[]) =>
  rows
    .filter((row) => isRowChosen(choice, row))
    .reduce((sum, { resultId, amount }) => {
      const typed = choice.amounts.get(resultId)
      return sum + (typed === undefined ? 0 : (parseMinor(typed) ?? 0) - toMinor(amount))
    }, 0)

export interface Sums {
  /** Number of chosen recipients, and of their chosen rows. */
  recipients: number
  rows: number
  /** In öre. */
  minor: number
}

/**
 * Sums up the chosen rows: recipients, rows and `minor`, the amount in öre. `all` are the recipients; `read` holds the
 * loaded rows, the only ones that can be adjusted. An adjustment that is no amount counts as 0.
 */
export function sumChoice(choice: InvoiceChoice, all: readonly InvoiceRecipient[], read: readonly ChoiceRow[]): Sums {
  const chosen = all.filter((recipient) => isChosen(choice, recipient))
  const leftOutAmounts = chosen.flatMap(({ id }) => [...(choice.recipients.get(id)?.leftOut.values() ?? [])])
  const whole = chosen.reduce((sum, { amount }) => sum + toMinor(amount), 0)
  return {
    recipients: chosen.length,
    rows: chosen.reduce((sum, { itemCount }) => sum + itemCount, 0) - leftOutAmounts.length,
    minor: whole - leftOutAmounts.reduce((sum, minor) => sum + minor, 0) + adjustmentSum(choice, read),
  }
}

/**
 * Whether everything that the filter selects is chosen as it is: no row is left out and no amount is adjusted. `chosen`
 * are the sums of the choice, `whole` those of the filter.
 */
export const isWholeChoice = ({ recipients, amounts }: InvoiceChoice, chosen: Sums, whole: Sums) =>
  amounts.size === 0 &&
  chosen.recipients === whole.recipients &&
  chosen.rows === whole.rows &&
  chosen.minor === whole.minor &&
  [...recipients.values()].every((one) => one.leftOut.size === 0)

/**
 * Lists the chosen rows whose adjusted amount is no amount, in the order of `read`. Rows that are not loaded are not
 * checked.
 */
export const unreadableRows = (choice: InvoiceChoice, read: readonly ChoiceRow[]): ChoiceRow[] =>
  read.filter((row) => {
    const typed = choice.amounts.get(row.resultId)
    return typed !== undefined && isRowChosen(choice, row) && parseMinor(typed) === null
  })

/**
 * Converts the chosen rows to the input of the call, with amounts in kronor: the adjusted one, or else the row's own.
 * @throws Error when an adjusted amount is no amount; callers check `unreadableRows` first.
 */
export const toInvoiceItems = (choice: InvoiceChoice, rows: readonly ChoiceRow[]) =>
  rows
    .filter((row) => isRowChosen(choice, row))
    .map(({ resultId, invoiceRecipientId, amount }) => {
      const typed = choice.amounts.get(resultId)
      const minor = typed === undefined ? toMinor(amount) : parseMinor(typed)
      if (minor === null) throw new Error(`row ${resultId} has no amount`)
      return { resultId, invoiceRecipientId, amount: minor / 100 }
    })
