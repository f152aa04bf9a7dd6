import { ChevronDown } from '@lucide/icons'
import { useId, useState } from 'react'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { FortnoxBatch, type FortnoxOfPage } from '../fortnox/FortnoxBatch.tsx'
import { Badge } from '../ui/Badge.tsx'
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

function Badges({ batch }: Pick<BatchProps, 'batch'>) {
  const t = useTexts('invoices')
  return (
    <>
      {batch.creditOfNumber !== null && (
        <Badge tone="neutral">{t('credit.badge', { number: batch.creditOfNumber })}</Badge>
      )}
      {batch.bookedDate && <Badge tone="success">{t('batch.booked')}</Badge>}
      {batch.undoneCount > 0 && <Badge tone="neutral">{t('batch.undone', { count: batch.undoneCount })}</Badge>}
      {batch.creditCount > 0 && <Badge tone="danger">{t('exported.credits', { count: batch.creditCount })}</Badge>}
    </>
  )
}

function Facts({ batch }: Pick<BatchProps, 'batch'>) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const { invoiceCount, rowCount, firstNumber, lastNumber, reference, createdDate, createdByName } = batch
  const day = (date: Date) => momentText(date, 'moment', language)
  const facts = [
    t('batch.count', { count: invoiceCount }),
    firstNumber === lastNumber
      ? t('batch.number', { number: firstNumber })
      : t('batch.numbers', { from: firstNumber, to: lastNumber }),
    t('rows', { count: rowCount }),
    reference,
  ]
  return (
    <>
      <p className="text-sm text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      <p className="text-sm text-muted">{t('exported.made', { date: day(createdDate), name: createdByName ?? '' })}</p>
      {batch.downloads.map(({ kind, date, byName }) => (
        <p key={`${kind} ${date.getTime()}`} className="text-sm text-muted">
          {t(`batch.fetched.${kind}`, { date: day(date), name: byName ?? '' })}
        </p>
      ))}
      {batch.bookedDate && (
        <p className="text-sm text-muted">
          {t('batch.bookedBy', { date: day(batch.bookedDate), name: batch.bookedByName ?? '' })}
        </p>
      )}
    </>
  )
}

/**
 * Batch of invoices: what it holds, its files, its mark and, when opened, its invoices. `onChange` receives it when its
 * mark, its downloads or its invoices change.
 */
export function Batch({ batch, search, fortnox, onChange }: BatchProps & ListedBatchProps) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  const counts = fortnox?.batches.find(({ id }) => id === batch.id)
  return (
    <li className="rounded-card border border-line bg-surface">
      <div className="grid gap-3 px-4 py-4 sm:px-5">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-1">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
              <span className="wrap-anywhere">{batch.title}</span>
              <Badges batch={batch} />
            </h2>
            <Facts batch={batch} />
          </div>
          <span className="text-lg font-semibold tabular-nums">{moneyText(batch.total, language)}</span>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <BatchFiles batch={batch} onChange={onChange} />
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
        {fortnox && counts && <FortnoxBatch batch={batch} counts={counts} isConnected={fortnox.isConnected} />}
      </div>
      {isOpen && (
        <div id={region}>
          <BatchInvoices batch={batch} search={search} onChange={onChange} />
        </div>
      )}
    </li>
  )
}
