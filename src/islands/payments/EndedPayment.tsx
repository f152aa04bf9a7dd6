import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'

interface PaymentOverProps {
  paymentId: string
  /** URL where the person can sign up again. */
  education: string
  /** Whether the card was refused, the payment was cancelled, or its time ran out while the page was open. */
  ended: 'failed' | 'over' | 'late'
}

function EndedNote({ paymentId, education, ended }: PaymentOverProps) {
  const t = useTexts('payments')
  const { isBusy, failure, run } = useSaving()
  async function startOver() {
    const next = await api('POST /Payment/StartOver/:id', { params: { id: paymentId } })
    location.assign(next.status === 2 ? `/betalning/bekraftelse/${next.paymentId}` : `/betalning/${next.paymentId}`)
  }
  return (
    <div className="grid gap-4">
      <InfoBox
        tone="warning"
        title={t(`pay.${ended}`)}
        actions={
          <>
            <Button tone="primary" isBusy={isBusy} onClick={() => void run(startOver)}>
              {t('pay.startOver')}
            </Button>
            <Button href={education}>{t('pay.again')}</Button>
          </>
        }
      >
        {t(`pay.${ended}Text`)}
      </InfoBox>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </div>
  )
}

/**
 * Notice of a payment that `ended` without money, with a link to the education and a button that starts it again. The
 * button leads to the new payment, or to its confirmation when it is paid. A refusal is shown.
 */
export const EndedPayment = island(EndedNote)
