import { useState } from 'react'
import type { MailSearch } from '#api/office/sent-messages/contract.ts'
import { maxResentMails } from '#api/office/sent-messages/rules.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface ResendMailsProps {
  /** Filter of the list of failed mails. */
  filter: Pick<MailSearch, 'who' | 'name'>
  /** Number of failed mails that the filter selects. */
  count: number
}

type Selection = ResendMailsProps['filter'] & { expectedCount: number }

const send = withIdempotencyKey((body: Selection, idempotencyKey) =>
  api('POST /Mails/resend', { body }, { idempotencyKey }),
)

function Resend({ filter, count }: ResendMailsProps) {
  const t = useTexts('mails')
  const { isBusy, failure, run } = useSaving()
  const [isAsking, setIsAsking] = useState(false)
  const sendAll = async () => {
    setIsAsking(false)
    const { queued } = await send({ ...filter, expectedCount: count })
    toastOnNextPage(t('log.resentAll', { count: queued }))
    location.reload()
  }
  if (count > maxResentMails)
    return <p className="text-sm text-muted">{t('log.resendTooMany', { most: maxResentMails })}</p>
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="small" isBusy={isBusy} onClick={() => setIsAsking(true)}>
        {t('log.resendAll', { count })}
      </Button>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <Confirm
        open={isAsking}
        question={t('log.resendQuestion', { count })}
        detail={t('log.resendDetail')}
        action={t('log.resend')}
        onConfirm={() => void run(sendAll)}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/**
 * Button that sends all failed mails of the list again after a question, and loads the page again, with a toast. A
 * refusal, as when their number has changed, is shown. A note instead when they are too many.
 */
export const ResendMails = island(Resend)
