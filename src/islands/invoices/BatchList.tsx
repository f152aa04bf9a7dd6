import { useState } from 'react'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import { island } from '../client/texts.tsx'
import type { FortnoxOfPage } from '../fortnox/FortnoxBatch.tsx'
import { Batch } from './Batch.tsx'

interface BatchListProps {
  batches: readonly InvoiceBatch[]
  /** Words by which the invoices of an opened batch are filtered. */
  search: string
  fortnox: FortnoxOfPage | null
}

function List({ batches, search, fortnox }: BatchListProps) {
  const [all, setAll] = useState(batches)
  const replace = (changed: InvoiceBatch) => setAll((now) => now.map((one) => (one.id === changed.id ? changed : one)))
  return (
    <ul className="mb-6 grid gap-4">
      {all.map((batch) => (
        <Batch key={batch.id} batch={batch} search={search} fortnox={fortnox} onChange={replace} />
      ))}
    </ul>
  )
}

/** List of the batches of invoices that were made, with the files of each. */
export const BatchList = island(List)
