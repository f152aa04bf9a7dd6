import { useMemo, useRef, useState } from 'react'
import type { InvoiceItem, InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { failureOf } from '../editing/use-draft.ts'
import { nothingChosen, sumsOf, unreadable } from './choice.ts'
import { type Period, readItems } from './read-items.ts'

/** The rows of a recipient: not looked at, on their way, there, or why they are not. */
export type Rows = InvoiceItem[] | 'reading' | { problem: string }

/** What is chosen of a page of recipients, and the rows of it that have been looked at. */
export function useChoice(period: Period, recipients: readonly InvoiceRecipient[]) {
  const [choice, setChoice] = useState(nothingChosen)
  const [rows, setRows] = useState<ReadonlyMap<number, Rows>>(new Map())
  const asked = useRef(new Set<number>())
  const put = (id: number, found: Rows) => setRows((now) => new Map(now).set(id, found))
  const read = async (id: number) => {
    if (asked.current.has(id)) return
    asked.current.add(id)
    put(id, 'reading')
    try {
      put(id, await readItems(period, [id]))
    } catch (error) {
      asked.current.delete(id)
      put(id, { problem: failureOf(error).message })
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
