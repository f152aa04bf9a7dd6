import { useEffect, useState } from 'react'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import type { BatchProps } from './BatchActions.tsx'
import { ExportedList } from './ExportedList.tsx'

const pageSize = 200

async function readInvoices(batchId: string, search: string): Promise<InvoiceHead[]> {
  const heads: InvoiceHead[] = []
  for (let page = 1; ; page += 1) {
    const found = await api('GET /Invoices/ExportedInvoices', { query: { batchId, search, page, pageSize } })
    heads.push(...found)
    if (found.length < pageSize) return heads.sort((a, b) => a.number - b.number)
  }
}

/** Returns a batch without an invoice that was undone. */
const withoutInvoice = (batch: InvoiceBatch, head: InvoiceHead): InvoiceBatch => ({
  ...batch,
  invoiceCount: batch.invoiceCount - 1,
  undoneCount: batch.undoneCount + 1,
  rowCount: batch.rowCount - head.rowCount,
  creditCount: batch.creditCount - head.creditCount,
  total: Math.round((batch.total - head.total) * 100) / 100,
  vatTotal: Math.round((batch.vatTotal - head.vatTotal) * 100) / 100,
})

/**
 * Invoices of a batch by number, which are read each time it is opened; with a search, those that match it. A failed
 * read is shown. After an invoice is undone `onChange` receives the batch without it.
 */
export function BatchInvoices({ batch, search, onChange }: BatchProps & { search: string }) {
  const t = useTexts('invoices')
  const [heads, setHeads] = useState<InvoiceHead[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    readInvoices(batch.id, search).then(setHeads, (error: unknown) => setProblem(toFailure(error).message))
  }, [batch.id, search])
  if (problem) return <ErrorBox>{problem}</ErrorBox>
  if (!heads)
    return (
      <p role="status" className="px-5 py-4 text-muted">
        {t('due.reading')}
      </p>
    )
  return <ExportedList invoices={heads} onUndone={(head) => onChange(withoutInvoice(batch, head))} />
}
