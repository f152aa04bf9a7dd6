import { useState } from 'react'
import type { Mailing } from '#api/office/mailings/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

type ActionsProps = Pick<Mailing, 'id' | 'state' | 'failed'>

function Actions({ id, state, failed }: ActionsProps) {
  const t = useTexts('mailings')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const [resend] = useState(() =>
    withIdempotencyKey((mailingId: string, idempotencyKey) =>
      api('POST /Mailings/:id/resend', { params: { id: mailingId } }, { idempotencyKey }),
    ),
  )
  const reopen = (text: string) => {
    toastOnNextPage(text)
    location.reload()
  }
  const cancel = () =>
    run(async () => {
      await api('PUT /Mailings/:id/cancel', { params: { id } })
      reopen(t('canceled'))
    }).then(() => setIsAsking(false))
  const sendAgain = () =>
    run(async () => {
      await resend(id)
      reopen(t('resent'))
    })
  return (
    <div className="grid gap-3">
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <div className="flex flex-wrap gap-3">
        {state === 'scheduled' && (
          <Button size="small" onClick={() => setIsAsking(true)}>
            {t('cancel')}
          </Button>
        )}
        {failed > 0 && (
          <Button size="small" isBusy={isBusy} onClick={() => void sendAgain()}>
            {t('resend', { count: failed })}
          </Button>
        )}
      </div>
      <Confirm
        open={isAsking}
        question={t('cancelQuestion')}
        action={t('cancel')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void cancel()}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/**
 * Buttons that cancel a scheduled mailing, after a question, and send its `failed` mails again, where there are any.
 * The page is loaded again, with a toast; a refusal is shown.
 */
export const MailingActions = island(Actions)
