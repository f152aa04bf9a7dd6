import { ChevronDown } from '@lucide/icons'
import { useState } from 'react'
import type { InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { moneyText } from '#locales/money.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { chooseRecipients, type InvoiceChoice, isChosen, isPartlyChosen } from './invoice-choice.ts'
import { RecipientRows } from './RecipientRows.tsx'
import type { RecipientRowsState } from './use-invoice-choice.ts'

interface RecipientProps {
  recipient: InvoiceRecipient
  rows: RecipientRowsState | undefined
  choice: InvoiceChoice
  onChange: (choice: InvoiceChoice) => void
  onOpen: () => void
}

/** Name of a recipient, with what is missing to send it an invoice. */
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

/**
 * Recipient with the sum of its rows and a checkbox for all of them. Badges mark a missing organisation number, or
 * neither e-mail nor postal address; a button shows and hides the rows. `onOpen` is called each time they are shown,
 * and loads `rows`; until then `rows` is undefined and the list is empty. `onChange` receives the whole choice.
 */
export function Recipient({ recipient, rows, choice, onChange, onOpen }: RecipientProps) {
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
