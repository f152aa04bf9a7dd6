import type { InvoiceRow } from '#api/money/invoices/contract.ts'

type Row = Pick<InvoiceRow, 'id' | 'creditDate' | 'creditNumber'>

/**
 * Returns the ids of the rows that are chosen at first: those that are to be credited, or else all that are not
 * credited yet.
 */
export function chooseRowsToCredit(rows: readonly Row[]): ReadonlySet<number> {
  const open = rows.filter(({ creditNumber }) => creditNumber === null)
  const due = open.filter(({ creditDate }) => creditDate !== null)
  return new Set((due.length > 0 ? due : open).map(({ id }) => id))
}
