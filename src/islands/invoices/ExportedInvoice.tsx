import { ChevronDown, EllipsisVertical } from '@lucide/icons'
import { useState } from 'react'
import type { InvoiceHead, InvoiceRow } from '#api/money/invoices/contract.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu, type MenuAction } from '../ui/Menu.tsx'
import { CreditLinks } from './CreditLinks.tsx'
import { ExportedRows } from './ExportedRows.tsx'
import { useInvoiceFiles } from './use-files.ts'

const isUndone = ({ status }: InvoiceHead) => status === 1

interface InvoiceProps {
  head: InvoiceHead
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onUndo: () => void
  onCredit: () => void
}

function useActions({ head, onUndo, onCredit }: InvoiceProps): MenuAction[] {
  const t = useTexts('invoices')
  const save = useInvoiceFiles()
  return [
    { id: 'excel', label: t('exported.excel'), onAction: () => save([head], 'xlsx') },
    ...(isUndone(head)
      ? []
      : [
          { id: 'sie', label: t('exported.sie'), onAction: () => save([head], 'si') },
          { id: 'peppol', label: t('exported.peppol'), onAction: () => save([head], 'xml') },
        ]),
    ...(head.creditableCount > 0 ? [{ id: 'credit', label: t('credit.open'), onAction: onCredit }] : []),
    // An invoice that is credited, and a credit invoice, are not undone.
    ...(isUndone(head) || head.creditOf || head.credits.length > 0
      ? []
      : [{ id: 'undo', label: t('undo.action'), onAction: onUndo, isDangerous: true }]),
  ]
}

/** State of an invoice's rows, which are read when it is first opened. */
function useRows(id: number) {
  const [rows, setRows] = useState<InvoiceRow[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async () => {
    try {
      setRows((await api('GET /Invoices/:id', { params: { id } })).rows)
      setProblem(null)
    } catch (error) {
      setProblem(toFailure(error).message)
    }
  }
  return { rows, problem, read }
}

function Facts({ head }: { head: InvoiceHead }) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const creation = { date: momentText(head.createdDate, 'moment', language), name: head.createdByName ?? '' }
  return (
    <>
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {head.number} · {head.recipientName}
        {isUndone(head) && <Badge tone="neutral">{t('exported.undone')}</Badge>}
        {head.creditOf && <Badge tone="neutral">{t('credit.badge', { number: head.creditOf.number })}</Badge>}
        {head.creditCount > 0 && <Badge tone="danger">{t('exported.credits', { count: head.creditCount })}</Badge>}
      </span>
      <span className="block text-sm text-muted">
        {[head.title, head.reference, t('rows', { count: head.rowCount })].filter(Boolean).join(' · ')}
      </span>
      <span className="block text-sm text-muted">{t('exported.made', creation)}</span>
    </>
  )
}

/**
 * Exported invoice with its actions; its rows are loaded when it is first opened. `onChoose` follows its checkbox. A
 * menu saves its files; `onUndo` and `onCredit` ask the caller to open their dialogs. An invoice with credits and a
 * credit invoice cannot be undone. An undone one can neither be chosen nor undone, and only its Excel file is saved.
 */
export function ExportedInvoice(props: InvoiceProps) {
  const { head, isChosen, onChoose } = props
  const t = useTexts('invoices')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { rows, problem, read } = useRows(head.id)
  const toggle = () => {
    if (!isOpen && !rows) void read()
    setOpen(!isOpen)
  }
  return (
    <li className="px-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
        <Checkbox
          name={`invoice-${head.id}`}
          className="min-w-0 flex-1 basis-60"
          label={<Facts head={head} />}
          disabled={isUndone(head)}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className="ml-auto flex items-center gap-x-3">
          <span className={`font-semibold tabular-nums ${isUndone(head) ? 'text-muted line-through' : ''}`}>
            {moneyText(head.total, language)}
          </span>
          <Button
            size="small"
            tone="quiet"
            aria-expanded={isOpen}
            onClick={toggle}
            icon={<Icon of={ChevronDown} size={18} className={isOpen ? 'rotate-180' : ''} />}
          >
            {t('due.rows')}
            <span className="sr-only"> {head.number}</span>
          </Button>
          <Menu label={t('exported.menu', { number: head.number })} actions={useActions(props)}>
            <Icon of={EllipsisVertical} size={20} />
          </Menu>
        </span>
      </div>
      <CreditLinks head={head} />
      {isOpen && (
        <div className="border-t border-line py-3">
          {problem && <ErrorBox>{problem}</ErrorBox>}
          {rows ? <ExportedRows rows={rows} /> : !problem && <p role="status">{t('due.reading')}</p>}
        </div>
      )}
    </li>
  )
}
