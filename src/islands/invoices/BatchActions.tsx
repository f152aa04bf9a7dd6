import { ChevronDown } from '@lucide/icons'
import { useId, useState } from 'react'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { FortnoxBatch, type FortnoxOfPage } from '../fortnox/FortnoxBatch.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { BatchFiles } from './BatchFiles.tsx'
import { BatchInvoices } from './BatchInvoices.tsx'
import { BookedMark } from './BookedMark.tsx'

export interface BatchProps {
  batch: InvoiceBatch
  onChange: (batch: InvoiceBatch) => void
}

interface ListedBatchProps {
  search: string
  /** Null on a portal that is no app of Fortnox. */
  fortnox: FortnoxOfPage | null
}

/** Lines that say who fetched a file of a batch, and who marked it as booked. */
function History({ batch }: Pick<BatchProps, 'batch'>) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const at = (date: Date) => momentText(date, 'moment', language)
  return (
    <>
      {batch.downloads.map(({ kind, date, byName }) => (
        <p key={`${kind} ${date.getTime()}`} className="text-sm text-muted">
          {t(`batch.fetched.${kind}`, { date: at(date), name: byName ?? '' })}
        </p>
      ))}
      {batch.bookedDate && (
        <p className="text-sm text-muted">
          {t('batch.bookedBy', { date: at(batch.bookedDate), name: batch.bookedByName ?? '' })}
        </p>
      )}
    </>
  )
}

/**
 * The files of a batch, its mark, its history, its state in Fortnox and, when opened, those of its invoices that match
 * `search`. `onChange` receives the batch when its mark, its downloads or its invoices change. `fortnox` is null on a
 * portal without it.
 */
export function BatchActions({ batch, search, fortnox, onChange }: BatchProps & ListedBatchProps) {
  const t = useTexts('invoices')
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  const [counts, setCounts] = useState(fortnox?.batches.find(({ id }) => id === batch.id))
  const sentCount = counts ? counts.sentCount + counts.waitingCount : 0
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <BatchFiles batch={batch} sentCount={sentCount} onChange={onChange} />
        <BookedMark batch={batch} onChange={onChange} />
        <Button
          size="small"
          tone="quiet"
          aria-expanded={isOpen}
          aria-controls={isOpen ? region : undefined}
          onClick={() => setOpen(!isOpen)}
          icon={<Icon of={ChevronDown} size={18} className={isOpen ? 'rotate-180' : ''} />}
        >
          {t('batch.invoices')}
          <span className="sr-only"> {batch.title}</span>
        </Button>
      </div>
      <History batch={batch} />
      {fortnox && counts && (
        <FortnoxBatch batch={batch} counts={counts} isConnected={fortnox.isConnected} onCounts={setCounts} />
      )}
      {isOpen && (
        <div id={region}>
          <BatchInvoices batch={batch} search={search} onChange={onChange} />
        </div>
      )}
    </div>
  )
}
