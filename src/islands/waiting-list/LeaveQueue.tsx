import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'

interface LeaveQueueProps {
  entryId: number
  title: string
  /** `remove`: an organiser removes somebody else's entry. */
  kind: 'leave' | 'decline' | 'remove'
}

function LeaveButton({ entryId, title, kind }: LeaveQueueProps) {
  const t = useTexts('waiting-list')
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  async function leave() {
    setIsBusy(true)
    try {
      await api('DELETE /WaitingList/:id', { params: { id: entryId } })
      toastOnNextPage(t(`${kind}.done`, { title }))
      location.reload()
    } catch (error) {
      setIsBusy(false)
      setIsAsking(false)
      toast(error instanceof Error ? error.message : t('notPossible'), 'danger')
    }
  }
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setIsAsking(true)}>
        {t(`${kind}.action`)}
      </Button>
      <Confirm
        open={isAsking}
        question={t(`${kind}.question`, { title })}
        detail={t(`${kind}.detail`)}
        action={t(`${kind}.action`)}
        refusal={t('keep')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void leave()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/**
 * Button that leaves the queue, declines an offer or removes an entry, by `kind`, after a question. The page is loaded
 * again, with a toast; a refusal is a toast.
 */
export const LeaveQueue = island(LeaveButton)
