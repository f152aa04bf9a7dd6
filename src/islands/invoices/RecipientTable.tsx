import { ChevronDown } from '@lucide/icons'
import { useState } from 'react'
import type { InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { moneyText } from '#locales/money.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Table, toColumns } from '../ui/Table.tsx'
import type { TableView } from '../ui/table-look.ts'
import { chooseRecipients, isChosen, isPartlyChosen } from './invoice-choice.ts'
import { RecipientRows } from './RecipientRows.tsx'
import type { useInvoiceChoice } from './use-invoice-choice.ts'

type RecipientColumn = 'recipient' | 'orgNr' | 'rows' | 'amount'
export type RecipientView = TableView<RecipientColumn>

interface RecipientTableProps {
  list: ReturnType<typeof useInvoiceChoice>
  recipients: readonly InvoiceRecipient[]
  view: RecipientView
}

/** Name of a recipient, with what is missing to send it an invoice. */
function RecipientLine({ recipient }: { recipient: InvoiceRecipient }) {
  const t = useTexts('invoices')
  const { name, orgNr, canceledCount, email, hasAddress } = recipient
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-semibold">{name}</span>
      {canceledCount > 0 && <Badge tone="warning">{t('due.canceledCount', { count: canceledCount })}</Badge>}
      {!orgNr && <Badge tone="warning">{t('due.noOrgNr')}</Badge>}
      {!email && !hasAddress && <Badge tone="warning">{t('due.noAddress')}</Badge>}
    </span>
  )
}

/** Id of the element with the rows of a recipient. */
const toRegion = (id: number) => `rows-of-${id}`

/** Button that shows and hides the rows of a recipient. */
function OpenRows({ recipient, isOpen, toggle }: { recipient: InvoiceRecipient; isOpen: boolean; toggle: () => void }) {
  const t = useTexts('invoices')
  return (
    <Button
      size="small"
      tone="quiet"
      aria-expanded={isOpen}
      aria-controls={isOpen ? toRegion(recipient.id) : undefined}
      onClick={toggle}
      icon={<Icon of={ChevronDown} size={18} className={isOpen ? 'rotate-180' : ''} />}
    >
      {t('due.rows')}
      <span className="sr-only"> {recipient.name}</span>
    </Button>
  )
}

/** State of the recipients whose rows are shown; `read` is called each time some are shown. */
function useOpened(read: (id: number) => Promise<void>) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) => {
    const isOpen = opened.has(id)
    if (!isOpen) void read(id)
    setOpened(new Set(isOpen ? [...opened].filter((one) => one !== id) : [...opened, id]))
  }
  return { opened, toggle }
}

/**
 * Table of the recipients of a page, each with a checkbox for all of its rows, which are below it when opened. `list`
 * is the state of `useInvoiceChoice`, which stores the choice and loads opened rows. `view` has columns and order.
 */
export function RecipientTable({ list, recipients, view }: RecipientTableProps) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const { choice, setChoice, rows } = list
  const { opened, toggle } = useOpened(list.read)
  const columns = toColumns<InvoiceRecipient, RecipientColumn>(view, {
    recipient: {
      isName: true,
      cell: (recipient) => (
        <Checkbox
          name={`recipient-${recipient.id}`}
          label={<RecipientLine recipient={recipient} />}
          checked={isChosen(choice, recipient)}
          isPartly={isPartlyChosen(choice, recipient)}
          onChange={({ target }) => setChoice(chooseRecipients(choice, [recipient], target.checked))}
        />
      ),
    },
    orgNr: { look: 'whitespace-nowrap', cell: ({ orgNr }) => orgNr },
    rows: { isNumeric: true, cell: ({ itemCount }) => t('rows', { count: itemCount }) },
    amount: { isNumeric: true, cell: ({ amount }) => moneyText(amount, language) },
  })
  const open = {
    key: 'open',
    header: t('due.rows'),
    hidesHeader: true,
    look: 'text-right',
    cell: (recipient: InvoiceRecipient) => (
      <OpenRows recipient={recipient} isOpen={opened.has(recipient.id)} toggle={() => toggle(recipient.id)} />
    ),
  }
  const details = ({ id }: InvoiceRecipient) => {
    const rowsOfRecipient = rows.get(id)
    return opened.has(id) ? (
      <div id={toRegion(id)} className="sm:pl-8">
        {rowsOfRecipient && <RecipientRows rows={rowsOfRecipient} choice={choice} onChange={setChoice} />}
      </div>
    ) : null
  }
  return (
    <Table
      caption={t('tab.due')}
      columns={[...columns, open]}
      rows={recipients}
      idOf={({ id }) => id}
      details={details}
      sortedBy={view.sortedBy}
      isDense={view.isDense}
      cards="named"
    />
  )
}
