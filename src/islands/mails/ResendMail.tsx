import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

const send = withIdempotencyKey((id: number, idempotencyKey) =>
  api('POST /Mails/:id/resend', { params: { id } }, { idempotencyKey }),
)

function ResendButton({ mailId }: { mailId: number }) {
  const t = useTexts('mails')
  const { isBusy, failure, run } = useSaving()
  const press = async () => {
    const { queued } = await send(mailId)
    toastOnNextPage(t(queued ? 'log.resent' : 'log.resending'))
    location.reload()
  }
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <Button isBusy={isBusy} onClick={() => void run(press)}>
        {t('log.resend')}
      </Button>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </div>
  )
}

/** Button that sends a failed mail again and loads the page again, with a toast. A refusal is shown. */
export const ResendMail = island(ResendButton)
