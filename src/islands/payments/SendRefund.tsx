import { useState } from 'react'
import type { PaymentDetails } from '#api/money/payments/office/contract.ts'
import { moneyText } from '#locales/money.ts'
import { api } from '../client/api.ts'
import { repeatable } from '../client/repeatable.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { amountText, typedMinor } from '../client/typed-amount.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toastAfterwards } from '../ui/toast.ts'

interface SendRefundProps {
  paymentId: string
  /** None: money goes back though no place was given up. */
  refundId: number | null
  /** Kronor at most. */
  most: number
  again?: boolean
}

interface Order {
  amount: number
  note: string
}

const newRefund = repeatable((body: Order & { paymentId: string }, idempotencyKey) =>
  api('POST /Payment/refunds', { body }, { idempotencyKey }),
)

const ordered = ({ paymentId, refundId }: SendRefundProps, order: Order): Promise<PaymentDetails> =>
  refundId === null
    ? newRefund({ ...order, paymentId })
    : api('PUT /Payment/refunds/:id/send', { params: { id: refundId }, body: order })

/** How the one that was sent stands; a new one is the last. */
function tell({ refunds }: PaymentDetails, refundId: number | null, t: (key: string) => string): void {
  const state = refunds.findLast(({ id }) => refundId === null || id === refundId)?.state
  if (state === 'failed') toastAfterwards(t('details.refused'), 'danger')
  else toastAfterwards(t(state === 'done' ? 'details.done' : 'details.underWay'))
}

/** All or some of what was paid, back to the card. */
function RefundForm({ onClose, ...props }: SendRefundProps & { onClose: () => void }) {
  const t = useTexts('payments')
  const language = useLanguage()
  const [amount, setAmount] = useState(() => amountText(props.most, language))
  const [note, setNote] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { busy, failure, run } = useSaving()
  const most = moneyText(props.most, language)
  async function save() {
    const minor = typedMinor(amount)
    const isFine = minor !== null && minor > 0 && minor <= Math.round(props.most * 100)
    setIsWrong(!isFine)
    if (!isFine) return
    tell(await proven(() => ordered(props, { amount: minor / 100, note })), props.refundId, t)
    location.reload()
  }
  return (
    <FormDialog
      title={t('details.sendTitle')}
      verb={t('details.send')}
      busy={busy}
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
  const words = props.refundId === null ? 'sendNew' : props.again ? 'sendAgain' : 'send'
  return (
    <>
      <Button tone={props.refundId === null ? 'secondary' : 'primary'} onClick={() => setIsOpen(true)}>
        {t(`details.${words}`)}
      </Button>
      {isOpen && <RefundForm {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

export const SendRefund = island(SendButton)
