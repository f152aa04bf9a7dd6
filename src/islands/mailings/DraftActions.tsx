import { useState } from 'react'
import type { MailingDraft } from '#api/office/mailings/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

type DraftActionsProps = Pick<MailingDraft, 'id' | 'subject'>

function Actions({ id, subject }: DraftActionsProps) {
  const t = useTexts('mailings')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const name = subject || t('draft.untitled')
  const remove = () =>
    run(async () => {
      await api('DELETE /Mailings/drafts/:id', { params: { id } })
      toastOnNextPage(t('draft.removed'))
      location.reload()
    }).then(() => setIsAsking(false))
  return (
    <div className="flex flex-wrap items-center gap-3">
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <Button size="small" href={`/outbox/mailing?draft=${id}`} aria-label={t('draft.openOf', { subject: name })}>
        {t('draft.open')}
      </Button>
      <Button size="small" aria-label={t('draft.removeOf', { subject: name })} onClick={() => setIsAsking(true)}>
        {t('draft.remove')}
      </Button>
      <Confirm
        open={isAsking}
        question={t('draft.removeQuestion', { subject: name })}
        action={t('draft.remove')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/**
 * Buttons that open a draft, and delete it after a question. The page is loaded again after a deletion, with a toast; a
 * refusal is shown.
 */
export const DraftActions = island(Actions)
