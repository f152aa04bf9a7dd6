import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import type { ParticipantRowData } from './participant-rows.ts'

interface TakeOffProps {
  row: ParticipantRowData
  onThisDay: () => void
  onAll: () => void
  onClose: () => void
}

/** Cancels the person's sign-ups to the other occasions of the tag, except those with attendance. */
async function takeOffTheRest({ resultId }: ParticipantRowData): Promise<void> {
  const call = 'GET /tag/ConnectedResults/result/:resultId/ResultStatusType/:type'
  const others = await api(call, { params: { resultId, type: 0 } })
  const body = others.map((one) => ({ resultId: one.resultId, userId: one.userId, canceled: true }))
  if (body.length > 0) await api('PUT /EducationPartOccasions/results', { body })
}

/**
 * Dialog that asks whether a person is removed from one occasion (illness) or from all occasions of its tag (a change
 * of mind).
 *
 * The caller removes the person from this occasion in both cases, in `onThisDay` or `onAll`, and closes the dialog. For
 * all, the dialog first cancels the sign-ups to the others, except those with attendance; a failure is shown, and
 * `onAll` is not called.
 */
export function TakeOffDialog({ row, onThisDay, onAll, onClose }: TakeOffProps) {
  const t = useTexts('occasions')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function removeFromAll() {
    setBusy(true)
    setFailure(null)
    try {
      await takeOffTheRest(row)
      onAll()
    } catch (error) {
      setFailure(toFailure(error).message)
      setBusy(false)
    }
  }
  const actions = (
    <>
      <Button tone="primary" onClick={onThisDay}>
        {t('takeOff.thisDay')}
      </Button>
      <Button tone="danger" busy={busy} onClick={() => void removeFromAll()}>
        {t('takeOff.all')}
      </Button>
      <Button onClick={onClose}>{t('takeOff.keep')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('takeOff.question', { name: row.name })} actions={actions}>
      <div className="grid gap-4">
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <p>{t('takeOff.text')}</p>
      </div>
    </Dialog>
  )
}
