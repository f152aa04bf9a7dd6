import { useMemo, useRef } from 'react'
import type { CreateInvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import type { CreateInvoices, InvoiceRecipient } from '#api/money/invoices/contract.ts'
import { toMinor } from '#api/money/invoices/rules.ts'
import { moneyText } from '#locales/money.ts'
import { ApiError, api, isAlreadyDone } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useForm } from '../editing/use-form.ts'
import { Field } from '../ui/Field.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { type InvoiceChoice, isChosen, type Sums, toInvoiceItems } from './invoice-choice.ts'
import { type InvoicingPeriod, readItems } from './read-items.ts'
import { forgetChoice } from './stored-choice.ts'

interface CreateDialogProps {
  period: InvoicingPeriod
  recipients: readonly InvoiceRecipient[]
  choice: InvoiceChoice
  /** Whether everything that the filter selects is invoiced, with its whole fees. */
  isWhole: boolean
  sums: Sums
  suggestedTitle: string
  onClose: () => void
}

/** Reads every chosen row again. Refuses when rows were added or removed since the list was read. */
async function readChosenItems({ period, recipients, choice, sums }: CreateDialogProps, staleText: string) {
  const ids = recipients.filter((recipient) => isChosen(choice, recipient)).map(({ id }) => id)
  const items = toInvoiceItems(choice, await readItems(period, ids))
  const minor = items.reduce((sum, { amount }) => sum + toMinor(amount), 0)
  if (items.length !== sums.rows || minor !== sums.minor) throw new Error(staleText)
  return items
}

interface Heading {
  title: string
  reference: string
}

/**
 * Creates invoices of the chosen rows. A retry after a lost answer sends the same rows: they may be invoiced already.
 */
function useItemCreation(props: CreateDialogProps) {
  const t = useTexts('invoices')
  const unanswered = useRef<CreateInvoices['items'] | null>(null)
  const create = useMemo(
    () =>
      withIdempotencyKey((body: CreateInvoices, idempotencyKey) =>
        api('POST /Invoices/CreateInvoiceItems', { body }, { idempotencyKey }),
      ),
    [],
  )
  return async (heading: Heading): Promise<number> => {
    const { startDate, endDate } = props.period
    const items = unanswered.current ?? (await readChosenItems(props, t('create.stale')))
    unanswered.current = items
    try {
      return (await create({ ...heading, startDate, endDate, items })).length
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && !isAlreadyDone(error)) unanswered.current = null
      throw error
    }
  }
}

/** Creates invoices of everything that the filter selects; the server finds the rows. */
function useBatchCreation({ period, sums }: CreateDialogProps) {
  const create = useMemo(
    () =>
      withIdempotencyKey((body: CreateInvoiceBatch, idempotencyKey) =>
        api('POST /Invoices/Batches', { body }, { idempotencyKey }),
      ),
    [],
  )
  return async (heading: Heading): Promise<number> => {
    const expected = { itemCount: sums.rows, amount: sums.minor / 100 }
    return (await create({ ...period, ...heading, expected })).invoiceCount
  }
}

/** Creates the invoices and shows them. */
function useCreation(props: CreateDialogProps) {
  const t = useTexts('invoices')
  const [createBatch, createItems] = [useBatchCreation(props), useItemCreation(props)]
  return async (heading: Heading) => {
    try {
      const count = await (props.isWhole ? createBatch : createItems)(heading)
      toastOnNextPage(t('create.done', { count }))
    } catch (error) {
      if (!isAlreadyDone(error)) throw error
      toastOnNextPage(t('create.doneBefore'), 'info')
    }
    forgetChoice()
    location.assign('/invoices?tab=exported')
  }
}

/**
 * Dialog that creates the invoices of the chosen rows under a heading; rows that changed since they were read are
 * refused. Afterwards, or when an earlier attempt has done so, it forgets the stored choice and leads to the list of
 * invoices, with a toast. A refusal is shown in it; `onClose` is called on cancel only.
 */
export function CreateDialog(props: CreateDialogProps) {
  const { sums, suggestedTitle, onClose } = props
  const t = useTexts('invoices')
  const language = useLanguage()
  const form = useForm({ title: suggestedTitle, reference: '' })
  const { draft, isBusy, failure, run } = form
  const create = useCreation(props)
  const labelOf = (name: string) => (name in draft ? t(`create.${name}`) : name)
  const { text } = draftFields(form, labelOf)
  return (
    <FormDialog
      title={t('create.dialog')}
      verb={t('create.action', { count: sums.recipients })}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      labelOf={labelOf}
      onSave={() => void run(() => create(draft))}
    >
      <p>
        {t('recipients', { count: sums.recipients })} · {t('rows', { count: sums.rows })} ·{' '}
        <strong className="tabular-nums">{moneyText(sums.minor / 100, language)}</strong>
      </p>
      <Field {...text('title')} required maxLength={200} />
      <Field {...text('reference')} hint={t('create.referenceHint')} maxLength={100} />
      <p className="text-sm text-muted">{t('create.note')}</p>
    </FormDialog>
  )
}
