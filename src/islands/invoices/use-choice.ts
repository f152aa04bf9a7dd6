import { useMemo, useRef, useState } from 'react'
import type { InvoiceItem, InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { failureOf } from '../editing/use-draft.ts'
import { nothingChosen, sumsOf, unreadable } from './choice.ts'
import { type Period, readItems } from './read-items.ts'

/** Rows of a recipient, once they are loaded; else their state. */
export type Rows = InvoiceItem[] | 'reading' | { problem: string }

/** State of the chosen rows on a page of recipients, and of the rows that were loaded. */
export function useChoice(period: Period, recipients: readonly InvoiceRecipient[]) {
  const [choice, setChoice] = useState(nothingChosen)
  const [rows, setRows] = useState<ReadonlyMap<number, Rows>>(new Map())
  const requested = useRef(new Set<number>())
  const setRowsOf = (id: number, value: Rows) => setRows((now) => new Map(now).set(id, value))
  const read = async (id: number) => {
    if (requested.current.has(id)) return
    requested.current.add(id)
    setRowsOf(id, 'reading')
    try {
      setRowsOf(id, await readItems(period, [id]))
    } catch (error) {
      requested.current.delete(id)
      setRowsOf(id, { problem: failureOf(error).message })
    }
  }
  const seen = useMemo(() => [...rows.values()].flatMap((one) => (Array.isArray(one) ? one : [])), [rows])
  return {
    choice,
    setChoice,
    rows,
    read,
    seen,
    sums: sumsOf(choice, recipients, seen),
    unreadable: unreadable(choice, seen),
  }
}
