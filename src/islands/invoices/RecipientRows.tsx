import type { InvoiceItem } from '#api/money/invoices/contract.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import { formatAmountInput, parseMinor } from '../client/amount-input.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { CanceledBadge } from './CanceledBadge.tsx'
import { adjustAmount, chooseRow, type InvoiceChoice, isRowChosen } from './invoice-choice.ts'
import type { RecipientRowsState } from './use-invoice-choice.ts'

interface RowsProps {
  rows: RecipientRowsState
  choice: InvoiceChoice
  onChange: (choice: InvoiceChoice) => void
}

interface RowProps extends Omit<RowsProps, 'rows'> {
  row: InvoiceItem
  rows: readonly InvoiceItem[]
}

function useRowFacts(row: InvoiceItem, isAdjusted: boolean): string {
  const t = useTexts('invoices')
  const language = useLanguage()
  const day = (moment: Date) => momentText(moment, 'day', language)
  return [
    row.partTitle !== row.educationTitle && row.partTitle,
    row.occasionDate ? t('due.occasion', { date: day(row.occasionDate) }) : null,
    t('due.signedUp', { date: day(row.signUpDate) }),
    row.completedDate ? t('due.completed', { date: day(row.completedDate) }) : t('due.notCompleted'),
    row.vatRate > 0 && t('due.vat', { rate: row.vatRate }),
    isAdjusted && t('due.was', { amount: moneyText(row.amount, language) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Row({ row, rows, choice, onChange }: RowProps) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const isChosen = isRowChosen(choice, row)
  const typed = choice.amounts.get(row.resultId)
  const isWrong = isChosen && typed !== undefined && parseMinor(typed) === null
  const facts = useRowFacts(row, typed !== undefined)
  return (
    <li className="grid grid-cols-1 items-start gap-x-4 gap-y-2 py-3 sm:grid-cols-[1fr_8rem]">
      <Checkbox
        name={`row-${row.resultId}`}
        label={
          <>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
              {row.userName}
              <CanceledBadge canceledDate={row.canceledDate} attended={row.attended} />
            </span>
            <span className="block text-sm">{row.educationTitle}</span>
            <span className="block text-sm text-muted">{facts}</span>
          </>
        }
        checked={isChosen}
        onChange={({ target }) => onChange(chooseRow(choice, row, rows, target.checked))}
      />
      <Field
        name={`amount-${row.resultId}`}
        label={t('due.amountOf', { name: row.userName })}
        hidesLabel
        className="max-sm:ml-8 max-sm:w-32"
        inputMode="decimal"
        autoComplete="off"
        error={isWrong ? t('due.amountWrong') : undefined}
        value={typed ?? formatAmountInput(row.amount, language)}
        onChange={({ target }) => onChange(adjustAmount(choice, row, target.value))}
      />
    </li>
  )
}

/**
 * Rows of a recipient in the given order; each can be left out or have its amount adjusted. `onChange` receives the
 * whole choice. `rows` is `reading` while it is loading, or `{ problem }` with the text of a failure.
 */
export function RecipientRows({ rows, choice, onChange }: RowsProps) {
  const t = useTexts('invoices')
  if (rows === 'reading')
    return (
      <p role="status" className="py-4 text-muted">
        {t('due.reading')}
      </p>
    )
  if (!Array.isArray(rows)) return <ErrorBox>{rows.problem}</ErrorBox>
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <Row key={row.resultId} row={row} rows={rows} choice={choice} onChange={onChange} />
      ))}
    </ul>
  )
}
