import type { InvoiceItem, InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { minorOf } from '#api/money/invoices/rules.ts'
import { typedMinor } from '../client/typed-amount.ts'

/** Chosen rows of one recipient: all but those that are left out. */
interface RecipientChoice {
  /** Amount in öre of each row that is left out, by result id. */
  leftOut: ReadonlyMap<number, number>
}

export interface Choice {
  recipients: ReadonlyMap<number, RecipientChoice>
  /** Adjusted amounts as typed, by result id. */
  amounts: ReadonlyMap<number, string>
}

export const nothingChosen: Choice = { recipients: new Map(), amounts: new Map() }

export const isChosen = ({ recipients }: Choice, { id }: InvoiceRecipient) => recipients.has(id)

export const isPartly = ({ recipients }: Choice, { id }: InvoiceRecipient) =>
  (recipients.get(id)?.leftOut.size ?? 0) > 0

export const isRowChosen = ({ recipients }: Choice, { resultId, invoiceRecipientId }: InvoiceItem) => {
  const recipient = recipients.get(invoiceRecipientId)
  return recipient !== undefined && !recipient.leftOut.has(resultId)
}

/** Chooses or removes all rows of the recipients. */
export function chooseRecipients(choice: Choice, all: readonly InvoiceRecipient[], include: boolean): Choice {
  const recipients = new Map(choice.recipients)
  for (const { id } of all) {
    if (include) recipients.set(id, { leftOut: new Map() })
    else recipients.delete(id)
  }
  return { ...choice, recipients }
}

/** Chooses or removes one row; `rows` are all rows of its recipient. */
export function chooseRow(choice: Choice, row: InvoiceItem, rows: readonly InvoiceItem[], include: boolean): Choice {
  const recipients = new Map(choice.recipients)
  const before = recipients.get(row.invoiceRecipientId)?.leftOut
  const leftOut = new Map(before ?? rows.map(({ resultId, amount }) => [resultId, minorOf(amount)]))
  if (include) leftOut.delete(row.resultId)
  else leftOut.set(row.resultId, minorOf(row.amount))
  if (leftOut.size >= rows.length) recipients.delete(row.invoiceRecipientId)
  else recipients.set(row.invoiceRecipientId, { leftOut })
  return { ...choice, recipients }
}

/** Adjusts the amount of a row. The typed text is stored even when it is no amount. */
export function adjust(choice: Choice, row: InvoiceItem, text: string): Choice {
  const amounts = new Map(choice.amounts)
  if (typedMinor(text) === minorOf(row.amount)) amounts.delete(row.resultId)
  else amounts.set(row.resultId, text)
  return { ...choice, amounts }
}

const adjustmentSum = (choice: Choice, rows: readonly InvoiceItem[]) =>
  rows
    .filter((row) => isRowChosen(choice, row))
    .reduce((sum, { resultId, amount }) => {
      const typed = choice.amounts.get(resultId)
      return sum + (typed === undefined ? 0 : (typedMinor(typed) ?? 0) - minorOf(amount))
    }, 0)

export interface Sums {
  recipients: number
  rows: number
  /** In öre. */
  minor: number
}

/** Sums up the chosen rows. `read` holds the loaded rows, the only ones that can be adjusted. */
export function sumsOf(choice: Choice, all: readonly InvoiceRecipient[], read: readonly InvoiceItem[]): Sums {
  const chosen = all.filter((recipient) => isChosen(choice, recipient))
  const left = chosen.flatMap(({ id }) => [...(choice.recipients.get(id)?.leftOut.values() ?? [])])
  const whole = chosen.reduce((sum, { amount }) => sum + minorOf(amount), 0)
  return {
    recipients: chosen.length,
    rows: chosen.reduce((sum, { itemCount }) => sum + itemCount, 0) - left.length,
    minor: whole - left.reduce((sum, minor) => sum + minor, 0) + adjustmentSum(choice, read),
  }
}

/** Lists the chosen rows whose amount field holds no amount. */
export const unreadable = (choice: Choice, read: readonly InvoiceItem[]): InvoiceItem[] =>
  read.filter((row) => {
    const typed = choice.amounts.get(row.resultId)
    return typed !== undefined && isRowChosen(choice, row) && typedMinor(typed) === null
  })

/**
 * Converts the chosen rows to the input of the call.
 * @throws Error when an adjusted amount is no amount; callers check `unreadableRows` first.
 */
export const itemsOf = (choice: Choice, rows: readonly InvoiceItem[]) =>
  rows
    .filter((row) => isRowChosen(choice, row))
    .map(({ resultId, invoiceRecipientId, amount }) => {
      const typed = choice.amounts.get(resultId)
      const minor = typed === undefined ? minorOf(amount) : typedMinor(typed)
      if (minor === null) throw new Error(`row ${resultId} has no amount`)
      return { resultId, invoiceRecipientId, amount: minor / 100 }
    })
