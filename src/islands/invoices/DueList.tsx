import { useState } from 'react'
import type { InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { maxInvoiceRows, toMinor } from '#api/money/invoices/rules.ts'
import { moneyText } from '#locales/money.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { chooseRecipients, isChosen, isPartlyChosen, isWholeChoice, type Sums } from './invoice-choice.ts'
import { RecipientTable, type RecipientView } from './RecipientTable.tsx'
import type { InvoicingPeriod } from './read-items.ts'
import { useInvoiceChoice } from './use-invoice-choice.ts'

interface DueListProps {
  /** The recipients of the page that is shown. */
  recipients: readonly InvoiceRecipient[]
  /** Counts of all recipients and rows that the filter selects, with their sum in kronor. */
  whole: { recipients: number; rows: number; amount: number }
  period: InvoicingPeriod
  suggestedTitle: string
  view: RecipientView
}

type List = ReturnType<typeof useInvoiceChoice>

/** Checkbox for the recipients of the page, and buttons for all that the filter selects, on whatever page. */
function Choosing({ list, shown, count, rowCount, onCreate }: ChoosingProps) {
  const t = useTexts('invoices')
  const { choice, setChoice, sums } = list
  const { isBusy, failure, run } = useSaving()
  // Rows that are chosen, left out or adjusted are invoiced by the button that counts them.
  const isUntouched = sums.rows === 0 && choice.amounts.size === 0
  const isTooLong = rowCount > maxInvoiceRows
  const areAll = shown.every((recipient) => isChosen(choice, recipient) && !isPartlyChosen(choice, recipient))
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-6 gap-y-2 px-3">
      <Checkbox
        name="all-recipients"
        label={t('due.all')}
        checked={areAll}
        isPartly={!areAll && sums.recipients > 0}
        onChange={({ target }) => setChoice(chooseRecipients(choice, shown, target.checked))}
      />
      {count > shown.length && (
        <Button size="small" tone="quiet" isBusy={isBusy} onClick={() => void run(list.chooseAll)}>
          {t('due.chooseAll', { count })}
        </Button>
      )}
      {isUntouched && (
        <Button className="ml-auto max-sm:w-full" tone="primary" disabled={isTooLong} onClick={onCreate}>
          {t('create.openAll', { count })}
        </Button>
      )}
      {isUntouched && isTooLong && (
        <p className="w-full text-sm text-danger-ink">{t('due.tooMany', { most: maxInvoiceRows })}</p>
      )}
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </div>
  )
}

interface ChoosingProps {
  list: List
  shown: readonly InvoiceRecipient[]
  /** Number of all recipients that the filter selects. */
  count: number
  /** Number of all rows that the filter selects. */
  rowCount: number
  onCreate: () => void
}

function useProblem({ unreadable, sums }: Pick<List, 'unreadable' | 'sums'>): string | null {
  const t = useTexts('invoices')
  if (unreadable.length > 0) return t('due.amountsWrong', { count: unreadable.length })
  return sums.rows > maxInvoiceRows ? t('due.tooMany', { most: maxInvoiceRows }) : null
}

function DueRecipients({ recipients: shown, whole, period, suggestedTitle, view }: DueListProps) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const list = useInvoiceChoice(period, shown)
  const { choice, recipients, sums } = list
  const [creating, setCreating] = useState<'chosen' | 'all' | null>(null)
  const problem = useProblem(list)
  const all: Sums = { recipients: whole.recipients, rows: whole.rows, minor: toMinor(whole.amount) }
  const isWhole = creating === 'all' || isWholeChoice(choice, sums, all)
  return (
    <>
      <Choosing
        list={list}
        shown={shown}
        count={whole.recipients}
        rowCount={whole.rows}
        onCreate={() => setCreating('all')}
      />
      <div className="mb-6">
        <RecipientTable list={list} recipients={shown} view={view} />
      </div>
      <BulkBar count={sums.rows} onClear={list.clear}>
        <span className="tabular-nums">
          {t('recipients', { count: sums.recipients })} · {moneyText(sums.minor / 100, language)}
        </span>
        {problem && <span className="text-sm text-danger-ink">{problem}</span>}
        <Button tone="primary" disabled={problem !== null} onClick={() => setCreating('chosen')}>
          {t('create.open')}
        </Button>
      </BulkBar>
      {creating && (
        <CreateDialog
          period={period}
          recipients={recipients}
          choice={choice}
          isWhole={isWhole}
          sums={isWhole ? all : sums}
          suggestedTitle={suggestedTitle}
          onClose={() => setCreating(null)}
        />
      )}
    </>
  )
}

/**
 * Rows to be invoiced, by recipient, with the sum of the choice and buttons that invoice the chosen ones or all. None
 * is chosen at first but those that the browser's tab stores from another page of the same filter. Too many rows and
 * wrong amounts are explained, and cannot be invoiced.
 */
export const DueList = island(DueRecipients)
