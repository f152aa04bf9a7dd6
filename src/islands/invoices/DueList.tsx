import { ChevronDown } from '@lucide/icons'
import { useState } from 'react'
import type { InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { maxInvoiceRows } from '#api/money/invoices/rules.ts'
import { moneyText } from '#locales/money.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { useUnsavedWarning } from '../editing/use-draft.ts'
import { Badge } from '../ui/Badge.tsx'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { chooseRecipients, emptyChoice, type InvoiceChoice, isChosen, isPartlyChosen } from './invoice-choice.ts'
import { RecipientRows } from './RecipientRows.tsx'
import type { InvoicingPeriod } from './read-items.ts'
import { type RecipientRowsState, useInvoiceChoice } from './use-invoice-choice.ts'

interface RecipientProps {
  recipient: InvoiceRecipient
  rows: RecipientRowsState | undefined
  choice: InvoiceChoice
  onChange: (choice: InvoiceChoice) => void
  onOpen: () => void
}

/** Recipient of an invoice, with what is missing to send it. */
function RecipientLine({ recipient }: { recipient: InvoiceRecipient }) {
  const t = useTexts('invoices')
  const { name, orgNr, itemCount, canceledCount, email, hasAddress } = recipient
  return (
    <>
      <span className="block font-semibold">{name}</span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        {[orgNr, t('rows', { count: itemCount })].filter(Boolean).join(' · ')}
        {canceledCount > 0 && <Badge tone="warning">{t('due.canceledCount', { count: canceledCount })}</Badge>}
        {!orgNr && <Badge tone="warning">{t('due.noOrgNr')}</Badge>}
        {!email && !hasAddress && <Badge tone="warning">{t('due.noAddress')}</Badge>}
      </span>
    </>
  )
}

function Recipient({ recipient, rows, choice, onChange, onOpen }: RecipientProps) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const toggle = () => {
    if (!isOpen) onOpen()
    setOpen(!isOpen)
  }
  const region = `rows-of-${recipient.id}`
  return (
    <li className="px-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
        <Checkbox
          name={`recipient-${recipient.id}`}
          className="min-w-0 flex-1 basis-60"
          label={<RecipientLine recipient={recipient} />}
          checked={isChosen(choice, recipient)}
          partly={isPartlyChosen(choice, recipient)}
          onChange={({ target }) => onChange(chooseRecipients(choice, [recipient], target.checked))}
        />
        <span className="ml-auto flex items-center gap-x-4">
          <span className="font-semibold tabular-nums">{moneyText(recipient.amount, language)}</span>
          <Button
            size="small"
            tone="quiet"
            aria-expanded={isOpen}
            aria-controls={isOpen ? region : undefined}
            onClick={toggle}
            icon={<Icon of={ChevronDown} size={18} className={isOpen ? 'rotate-180' : ''} />}
          >
            {t('due.rows')}
            <span className="sr-only"> {recipient.name}</span>
          </Button>
        </span>
      </div>
      {isOpen && (
        <div id={region} className="border-t border-line pb-2 pl-2 sm:pl-8">
          {rows && <RecipientRows rows={rows} choice={choice} onChange={onChange} />}
        </div>
      )}
    </li>
  )
}

interface DueListProps {
  recipients: readonly InvoiceRecipient[]
  period: InvoicingPeriod
  suggestedTitle: string
}

/** Rows to be invoiced, by recipient; none is chosen at first. */
function List({ recipients, period, suggestedTitle }: DueListProps) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const { choice, setChoice, rows, read, sums, unreadable } = useInvoiceChoice(period, recipients)
  const [isCreating, setCreating] = useState(false)
  useUnsavedWarning(choice.amounts.size > 0 && !isCreating)
  const areAll = recipients.every((recipient) => isChosen(choice, recipient) && !isPartlyChosen(choice, recipient))
  const problem =
    unreadable.length > 0
      ? t('due.amountsWrong', { count: unreadable.length })
      : sums.rows > maxInvoiceRows
        ? t('due.tooMany', { most: maxInvoiceRows })
        : null
  return (
    <>
      <Checkbox
        name="all-recipients"
        label={t('due.all')}
        checked={areAll}
        partly={!areAll && sums.recipients > 0}
        onChange={({ target }) => setChoice(chooseRecipients(choice, recipients, target.checked))}
        className="mb-2 px-4 sm:px-5"
      />
      <ul className="mb-6 divide-y divide-line rounded-card border border-line bg-surface">
        {recipients.map((recipient) => (
          <Recipient
            key={recipient.id}
            recipient={recipient}
            choice={choice}
            rows={rows.get(recipient.id)}
            onChange={setChoice}
            onOpen={() => void read(recipient.id)}
          />
        ))}
      </ul>
      <BulkBar count={sums.rows} onClear={() => setChoice(emptyChoice)}>
        <span className="tabular-nums">{moneyText(sums.minor / 100, language)}</span>
        {problem && <span className="text-sm text-danger-ink">{problem}</span>}
        <Button tone="primary" disabled={problem !== null} onClick={() => setCreating(true)}>
          {t('create.open')}
        </Button>
      </BulkBar>
      {isCreating && (
        <CreateDialog
          period={period}
          recipients={recipients}
          choice={choice}
          sums={sums}
          suggestedTitle={suggestedTitle}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

export const DueList = island(List)
