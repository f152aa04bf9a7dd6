import { useEffect, useMemo, useState } from 'react'
import type { InvoiceHead, InvoiceRow } from '#api/money/invoices/contract.ts'
import type { CreditInvoice } from '#api/money/invoices/credits/contract.ts'
import { moneyText } from '#locales/money.ts'
import { api, isAlreadyDone } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { useForm } from '../editing/use-form.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { chooseRowsToCredit } from './credit-choice.ts'

/** State of the rows that can be credited, and of those that are chosen. */
function useCreditRows({ id }: InvoiceHead) {
  const [rows, setRows] = useState<InvoiceRow[] | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    api('GET /Invoices/:id', { params: { id } }).then(
      (invoice) => {
        setRows(invoice.rows.filter(({ creditNumber }) => creditNumber === null))
        setChosen(chooseRowsToCredit(invoice.rows))
      },
      (error: unknown) => setProblem(toFailure(error).message),
    )
  }, [id])
  const choose = (rowId: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(rowId)
    else next.delete(rowId)
    setChosen(next)
  }
  return { rows, chosen, problem, choose }
}

function RowChoice({ rows, chosen, choose }: ReturnType<typeof useCreditRows>) {
  const t = useTexts('invoices')
  const language = useLanguage()
  if (!rows) return <p role="status">{t('due.reading')}</p>
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{t('credit.rows')}</legend>
      {rows.map(({ id, text, amount }) => (
        <Checkbox
          key={id}
          name={`credit-row-${id}`}
          label={`${text} · ${moneyText(amount, language)}`}
          checked={chosen.has(id)}
          onChange={({ target }) => choose(id, target.checked)}
        />
      ))}
    </fieldset>
  )
}

/**
 * Dialog that credits an invoice or some of its rows, with a reason. It then leads to the list of invoices, with a
 * toast, also when an earlier attempt has credited them. Rows that are already credited are not offered; choosing none
 * is refused. A refusal is shown in it; `onClose` is called on cancel only.
 */
export function CreditDialog({ head, onClose }: { head: InvoiceHead; onClose: () => void }) {
  const t = useTexts('invoices')
  const form = useForm({ reason: '' })
  const { draft, isBusy, failure, run } = form
  const choice = useCreditRows(head)
  const { text } = draftFields(form, () => t('credit.reason'))
  const send = useMemo(
    () =>
      withIdempotencyKey((body: CreditInvoice, idempotencyKey) =>
        api('POST /Invoices/:id/Credit', { params: { id: head.id }, body }, { idempotencyKey }),
      ),
    [head.id],
  )
  const credit = async () => {
    if (choice.chosen.size === 0) throw new Error(t('credit.noRows'))
    try {
      const { number, rowCount } = await send({ reason: draft.reason, rowIds: [...choice.chosen] })
      toastOnNextPage(t('credit.done', { number, count: rowCount }))
    } catch (error) {
      if (!isAlreadyDone(error)) throw error
      toastOnNextPage(t('credit.doneBefore'), 'info')
    }
    location.assign('/invoices?tab=exported')
  }
  return (
    <FormDialog
      title={t('credit.dialog', { number: head.number })}
      verb={t('credit.action')}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      labelOf={() => t('credit.reason')}
      onSave={() => void run(credit)}
    >
      <p>{t('credit.lead', { name: head.recipientName })}</p>
      {choice.problem ? <ErrorBox>{choice.problem}</ErrorBox> : <RowChoice {...choice} />}
      <Field {...text('reason')} hint={t('credit.reasonHint')} required maxLength={200} />
    </FormDialog>
  )
}
