import { useState } from 'react'
import { maxExportedRows } from '#api/foundation/files/rules.ts'
import type { ListedPayment, PaymentFilter } from '#api/money/payments/office/contract.ts'
import { maxChosenPayments } from '#api/money/payments/office/rules.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'
import { parseReplyText, type ReplyText } from '../client/reply-text.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'
import { useListSelection } from '../filters/use-list-selection.ts'
import { Badge } from '../ui/Badge.tsx'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Peek } from '../ui/Peek.tsx'
import { Table, toColumns } from '../ui/Table.tsx'
import type { TableView } from '../ui/table-look.ts'
import { SendReceipts } from './SendReceipts.tsx'
import { savePayments } from './save-payments.ts'
import { paymentStatusTone } from './status-tone.ts'

type PaymentColumn = 'payer' | 'what' | 'date' | 'status' | 'method' | 'amount'

interface PaymentTableProps {
  found: ReplyText<PaymentPage>
  filter: PaymentFilter
  view: TableView<PaymentColumn>
}

interface PaymentPage {
  items: ListedPayment[]
  total: number
}

const listFacts = (payment: ListedPayment, language: string, t: Translate) => [
  { name: t('office.status'), value: t(`status.${payment.status}`) },
  { name: t('office.amount'), value: moneyText(payment.amount, language) },
  { name: t('office.what'), value: payment.rows.map(({ text }) => text).join('; ') },
  { name: t('office.date'), value: momentText(payment.created, 'moment', language) },
  { name: t('status.2'), value: payment.paidDate && momentText(payment.paidDate, 'moment', language) },
  { name: t('office.method'), value: payment.instrument && t(`instrument.${payment.instrument}`) },
  { name: t('office.receiptNumber'), value: payment.receiptNumber?.toString() },
  { name: t('office.toRefund'), value: payment.toRefund > 0 ? moneyText(payment.toRefund, language) : null },
  { name: t('sums.refunded'), value: payment.refunded > 0 ? moneyText(payment.refunded, language) : null },
]

function Status({ payment: { status, toRefund } }: { payment: ListedPayment }) {
  const t = useTexts('payments')
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Badge tone={paymentStatusTone(status)}>{t(`status.${status}`)}</Badge>
      {toRefund > 0 && <Badge tone="warning">{t('office.toRefund')}</Badge>}
    </span>
  )
}

function Payments({ found, filter, view }: PaymentTableProps) {
  const t = useTexts('payments')
  const language = useLanguage()
  const [{ items, total }] = useState(() => parseReplyText(found))
  const [isSending, setSending] = useState(false)
  const selection = useListSelection({
    list: 'payments',
    filter: JSON.stringify(filter),
    shownIds: items.map(({ id }) => id),
    total,
    maxChosen: maxChosenPayments,
    maxMatching: maxExportedRows,
  })
  const { ids, count } = selection
  const columns = toColumns<ListedPayment, PaymentColumn>(view, {
    payer: {
      isName: true,
      cell: (payment) => {
        const href = `/betalningar/${payment.id}`
        return (
          <Peek
            id={`payment-${payment.id}`}
            title={payment.payerName}
            facts={listFacts(payment, language, t)}
            href={href}
          >
            <a href={href} className="min-w-0 underline-offset-3 hover:underline">
              {payment.payerName}
            </a>
          </Peek>
        )
      },
    },
    what: { cell: ({ rows }) => rows.at(-1)?.text },
    date: { cell: ({ created }) => momentText(created, 'weekday', language) },
    status: { cell: (payment) => <Status payment={payment} /> },
    method: { cell: ({ instrument }) => instrument && t(`instrument.${instrument}`) },
    amount: { isNumeric: true, cell: ({ amount }) => moneyText(amount, language) },
  })
  return (
    <>
      <Table
        caption={t('office.title')}
        columns={columns}
        rows={items}
        idOf={({ id }) => id}
        sortedBy={view.sortedBy}
        isDense={view.isDense}
        cards="named"
        selection={{
          selected: selection.selected,
          onChange: selection.change,
          nameOf: (payment) =>
            [payment.payerName, payment.rows.at(-1)?.text, moneyText(payment.amount, language)]
              .filter(Boolean)
              .join(', '),
        }}
      />
      <BulkBar count={count} onClear={selection.clear}>
        {selection.isAllOffered && (
          <Button size="small" tone="quiet" onClick={selection.chooseAll}>
            {t('office.chooseAll', { count: total })}
          </Button>
        )}
        <Button size="small" tone="primary" disabled={count > maxChosenPayments} onClick={() => setSending(true)}>
          {t('receipts.open')}
        </Button>
        <ExportButtons save={(kind) => savePayments(filter, kind, ids)} />
        {count > maxChosenPayments && (
          <p className="w-full text-sm text-muted">{t('receipts.tooMany', { most: maxChosenPayments })}</p>
        )}
      </BulkBar>
      {isSending && (
        <SendReceipts
          payments={ids ? { ids } : { filter, expectedCount: total }}
          count={count}
          onSent={selection.clear}
          onClose={() => setSending(false)}
        />
      )}
    </>
  )
}

/**
 * Table of payments, which are chosen on all pages, at most 200 one by one, or all that the filter selects. The chosen
 * ones are saved as a file, and their receipts are mailed again, at most 200 at once. A choice ends with the filter.
 */
export const PaymentTable = island(Payments)
