import { useState } from 'react'
import type { PaymentDetails } from '#api/money/payments/office/contract.ts'
import { moneyText } from '#locales/money.ts'
import { formatAmountInput, parseMinor } from '../client/amount-input.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface SendRefundProps {
  paymentId: string
  /** Null for a refund without a cancelled sign-up. */
  refundId: number | null
  /** Highest amount in kronor. */
  most: number
  /** Means that the payment was paid with. */
  instrument: PaymentDetails['instrument']
  again?: boolean
}

interface RefundOrder {
  amount: number
  note: string
}

const newRefund = withIdempotencyKey((body: RefundOrder & { paymentId: string; refundable: number }, idempotencyKey) =>
  api('POST /Payment/refunds', { body }, { idempotencyKey }),
)

const sendOrder = ({ paymentId, refundId, most }: SendRefundProps, order: RefundOrder): Promise<PaymentDetails> =>
  refundId === null
    ? newRefund({ ...order, paymentId, refundable: most })
    : api('PUT /Payment/refunds/:id/send', { params: { id: refundId }, body: order })

/** Shows the state of the refund that was sent; a new one is the last in the list. */
function showState({ refunds }: PaymentDetails, refundId: number | null, t: (key: string) => string): void {
  const state = refunds.findLast(({ id }) => refundId === null || id === refundId)?.state
  if (state === 'failed') toastOnNextPage(t('details.refused'), 'danger')
  else toastOnNextPage(t(state === 'done' ? 'details.done' : 'details.underWay'))
}

/** Form that refunds all or part of a payment, to the card or by Swish. */
function RefundForm({ onClose, ...props }: SendRefundProps & { onClose: () => void }) {
  const t = useTexts('payments')
  const language = useLanguage()
  const [amount, setAmount] = useState(() => formatAmountInput(props.most, language))
  const [note, setNote] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const most = moneyText(props.most, language)
  async function save() {
    const minor = parseMinor(amount)
    const isFine = minor !== null && minor > 0 && minor <= Math.round(props.most * 100)
    setIsWrong(!isFine)
    if (!isFine) return
    showState(await proven(() => sendOrder(props, { amount: minor / 100, note })), props.refundId, t)
    location.reload()
  }
  return (
    <FormDialog
      title={t(props.instrument === 'swish' ? 'details.sendTitleSwish' : 'details.sendTitle')}
      verb={t('details.send')}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      labelOf={(field) => t(field === 'amount' ? 'details.amount' : 'details.note')}
      onSave={() => void run(save)}
    >
      <p className="text-muted">{t(props.refundId === null ? 'details.sendNewText' : 'details.sendText')}</p>
      <Field
        name="amount"
        label={t('details.amount')}
        hint={t('details.amountHint', { amount: most })}
        error={isWrong ? t('details.amountWrong', { amount: most }) : failure?.fields['amount']}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextArea
        name="note"
        label={t('details.note')}
        error={failure?.fields['note']}
        limit={500}
        rows={2}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}

function SendButton(props: SendRefundProps) {
  const t = useTexts('payments')
  const [isOpen, setIsOpen] = useState(false)
  const labelKey = props.refundId === null ? 'sendNew' : props.again ? 'sendAgain' : 'send'
  return (
    <>
      <Button tone={props.refundId === null ? 'secondary' : 'primary'} onClick={() => setIsOpen(true)}>
        {t(`details.${labelKey}`)}
      </Button>
      {isOpen && <RefundForm {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/**
 * Button and form that refund all or part of a payment, at most `most` kronor, the way it came, and load the page
 * again. With `refundId` it sends a refund that is due, otherwise a new one. It needs a recent proof of identity; a
 * refusal is shown and the input stays.
 */
export const SendRefund = island(SendButton)
