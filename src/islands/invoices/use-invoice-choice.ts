import { useMemo, useRef, useState } from 'react'
import type { InvoiceItem, InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { toFailure } from '../editing/use-draft.ts'
import { emptyChoice, sumChoice, unreadableRows } from './invoice-choice.ts'
import { type InvoicingPeriod, readItems } from './read-items.ts'

/** Rows of a recipient, once they are loaded; else their state. */
export type RecipientRowsState = InvoiceItem[] | 'reading' | { problem: string }

/** State of the chosen rows on a page of recipients, and of the rows that were loaded. */
export function useInvoiceChoice(period: InvoicingPeriod, recipients: readonly InvoiceRecipient[]) {
  const [choice, setChoice] = useState(emptyChoice)
  const [rows, setRows] = useState<ReadonlyMap<number, RecipientRowsState>>(new Map())
  const requested = useRef(new Set<number>())
  const setRowsOf = (id: number, value: RecipientRowsState) => setRows((now) => new Map(now).set(id, value))
  const read = async (id: number) => {
    if (requested.current.has(id)) return
    requested.current.add(id)
    setRowsOf(id, 'reading')
    try {
      setRowsOf(id, await readItems(period, [id]))
    } catch (error) {
      requested.current.delete(id)
      setRowsOf(id, { problem: toFailure(error).message })
    }
  }
  const seen = useMemo(() => [...rows.values()].flatMap((one) => (Array.isArray(one) ? one : [])), [rows])
  return {
    choice,
    setChoice,
    rows,
    read,
    seen,
    sums: sumChoice(choice, recipients, seen),
    unreadable: unreadableRows(choice, seen),
  }
}
