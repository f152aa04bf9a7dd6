import { useState } from 'react'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import { momentText, periodText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import type { FortnoxOfPage } from '../fortnox/FortnoxBatch.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Peek } from '../ui/Peek.tsx'
import { Table, toColumns } from '../ui/Table.tsx'
import type { TableView } from '../ui/table-look.ts'
import { BatchActions } from './BatchActions.tsx'

type BatchColumn = 'batch' | 'created' | 'invoices' | 'total'

interface BatchListProps {
  batches: readonly InvoiceBatch[]
  /** Words by which the invoices of an opened batch are filtered. */
  search: string
  /** Null on a portal that is no app of Fortnox. */
  fortnox: FortnoxOfPage | null
  view: TableView<BatchColumn>
}

const formatNumbers = ({ firstNumber, lastNumber }: InvoiceBatch, t: Translate) =>
  firstNumber === lastNumber
    ? t('batch.number', { number: firstNumber })
    : t('batch.numbers', { from: firstNumber, to: lastNumber })

function listFacts(batch: InvoiceBatch, language: string, t: Translate) {
  const at = (date: Date) => momentText(date, 'moment', language)
  const { createdDate, createdByName, bookedDate, bookedByName, downloads } = batch
  return [
    { name: t('batch.period'), value: periodText(batch.startDate, batch.endDate, language, 'day') },
    { name: t('batch.reference'), value: batch.reference },
    { name: t('list.created'), value: t('batch.madeBy', { date: at(createdDate), name: createdByName ?? '' }) },
    {
      name: t('list.invoices'),
      value: [t('batch.count', { count: batch.invoiceCount }), formatNumbers(batch, t)].join(', '),
    },
    { name: t('list.rows'), value: batch.rowCount.toString() },
    { name: t('list.total'), value: moneyText(batch.total, language) },
    { name: t('column.vat'), value: moneyText(batch.vatTotal, language) },
    {
      name: t('batch.booked'),
      value: bookedDate && t('batch.bookedBy', { date: at(bookedDate), name: bookedByName ?? '' }),
    },
    {
      name: t('batch.files'),
      value: downloads
        .map(({ kind, date, byName }) => t(`batch.fetched.${kind}`, { date: at(date), name: byName ?? '' }))
        .join('; '),
    },
  ]
}

/** Title and reference of a batch, and its state. */
function BatchTitle({ batch }: { batch: InvoiceBatch }) {
  const t = useTexts('invoices')
  const language = useLanguage()
  return (
    <>
      <span className="[&>*]:mr-2">
        <Peek id={`batch-${batch.firstNumber}`} title={batch.title} facts={listFacts(batch, language, t)}>
          <span className="wrap-anywhere">{batch.title}</span>
        </Peek>
        {batch.creditOfNumber !== null && (
          <Badge tone="neutral">{t('credit.badge', { number: batch.creditOfNumber })}</Badge>
        )}
        {batch.bookedDate && <Badge tone="success">{t('batch.booked')}</Badge>}
        {batch.undoneCount > 0 && <Badge tone="neutral">{t('batch.undone', { count: batch.undoneCount })}</Badge>}
        {batch.creditCount > 0 && <Badge tone="danger">{t('exported.credits', { count: batch.creditCount })}</Badge>}
      </span>
      {batch.reference && <span className="block text-sm font-normal text-muted">{batch.reference}</span>}
    </>
  )
}

/** Number of the invoices of a batch, with their numbers and rows. */
function BatchNumbers({ batch }: { batch: InvoiceBatch }) {
  const t = useTexts('invoices')
  const { invoiceCount, rowCount } = batch
  return (
    <span className="tabular-nums">
      {t('batch.count', { count: invoiceCount })}
      <span className="text-sm text-muted">
        {' '}
        · {[formatNumbers(batch, t), t('rows', { count: rowCount })].join(' · ')}
      </span>
    </span>
  )
}

function List({ batches, search, fortnox, view }: BatchListProps) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const [all, setAll] = useState(batches)
  const replace = (changed: InvoiceBatch) => setAll((now) => now.map((one) => (one.id === changed.id ? changed : one)))
  const columns = toColumns<InvoiceBatch, BatchColumn>(view, {
    batch: { isName: true, cell: (batch) => <BatchTitle batch={batch} /> },
    created: {
      cell: ({ createdDate, createdByName }) =>
        t('batch.madeBy', { date: momentText(createdDate, 'moment', language), name: createdByName ?? '' }),
    },
    invoices: { cell: (batch) => <BatchNumbers batch={batch} /> },
    total: { isNumeric: true, cell: ({ total }) => moneyText(total, language) },
  })
  return (
    <div className="mb-6">
      <Table
        caption={t('tab.exported')}
        columns={columns}
        rows={all}
        // An invoice belongs to one batch.
        idOf={({ firstNumber }) => firstNumber}
        details={(batch) => <BatchActions batch={batch} search={search} fortnox={fortnox} onChange={replace} />}
        sortedBy={view.sortedBy}
        isDense={view.isDense}
        cards="named"
      />
    </div>
  )
}

/**
 * List of the batches of invoices that were made, in the given order, with the files of each. `batches` is read once.
 */
export const BatchList = island(List)
