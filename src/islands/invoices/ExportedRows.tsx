import type { InvoiceRow } from '#api/money/invoices/contract.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { CanceledBadge } from './CanceledBadge.tsx'

function Person({ userName, canceledDate, creditDate, creditNumber, attended }: InvoiceRow) {
  const t = useTexts('invoices')
  const language = useLanguage()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {userName}
      {creditNumber !== null && (
        <Badge tone="neutral" wraps>
          {t('credit.rowBy', { number: creditNumber })}
        </Badge>
      )}
      {creditDate ? (
        <Badge tone="danger" wraps>
          {t('exported.credit', { date: momentText(creditDate, 'day', language) })}
        </Badge>
      ) : (
        <CanceledBadge canceledDate={canceledDate} attended={attended} />
      )}
    </span>
  )
}

/**
 * Table of an invoice's rows in the given order: person, education, date, VAT and amount in kronor. An amount that was
 * adjusted has the fee below it.
 */
export function ExportedRows({ rows }: { rows: readonly InvoiceRow[] }) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const day = (moment: Date | null) => (moment ? momentText(moment, 'day', language) : '–')
  // As wide as its heading, which would otherwise wrap.
  const money = (kronor: number) => (
    <span className="inline-block min-w-16 whitespace-nowrap">{moneyText(kronor, language)}</span>
  )
  const columns: Column<InvoiceRow>[] = [
    { key: 'person', header: t('column.person'), cell: (row) => <Person {...row} />, isName: true },
    {
      key: 'education',
      header: t('column.education'),
      // Wide enough for its longest words, which would otherwise break inside.
      cell: ({ educationTitle, partTitle }) => (
        <span className="sm:inline-block sm:min-w-44">
          {[educationTitle, partTitle].filter((one, at, all) => one && all.indexOf(one) === at).join(', ')}
        </span>
      ),
    },
    {
      key: 'occasion',
      header: t('column.occasion'),
      cell: ({ occasionDate }) => <span className="whitespace-nowrap">{day(occasionDate)}</span>,
    },
    { key: 'vat', header: t('column.vat'), cell: ({ vat }) => money(vat), isNumeric: true },
    {
      key: 'sum',
      header: t('column.sum'),
      isNumeric: true,
      cell: ({ amount, fee }) =>
        Math.abs(amount) === fee ? (
          money(amount)
        ) : (
          <>
            {money(amount)}{' '}
            <span className="block text-sm text-muted">{t('due.was', { amount: moneyText(fee, language) })}</span>
          </>
        ),
    },
  ]
  return <Table caption={t('due.rows')} columns={columns} rows={rows} idOf={({ id }) => id} cards="named" />
}
