import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast, toastAfterwards } from '../ui/toast.ts'

interface CancelSignUpProps {
  userId: number
  resultId: number
  /** What is canceled, for the question. */
  title: string
  /** What was chosen together with it, and goes with it. */
  along?: readonly string[] | undefined
  /** By card: then the fee goes back. */
  paid?: boolean | undefined
  size?: 'small' | 'medium' | undefined
}

/** Asks, then cancels the sign-up and shows the page anew. */
function CancelButton({ userId, resultId, title, along = [], paid = false, size = 'small' }: CancelSignUpProps) {
  const t = useTexts('sign-ups')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  async function cancel() {
    setBusy(true)
    try {
      await api('PUT /EducationPartOccasions/results', { body: [{ userId, resultId, canceled: true }] })
      toastAfterwards(t('canceledFrom', { title }))
      location.reload()
    } catch (error) {
      setBusy(false)
      setAsking(false)
      toast(error instanceof Error ? error.message : t('notPossible'), 'danger')
    }
  }
  return (
    <>
      <Button tone="quiet" size={size} onClick={() => setAsking(true)}>
        {t('cancelSignUp')}
      </Button>
      <Confirm
        open={asking}
        question={t('cancelQuestion', { title })}
        detail={[
          along.length > 0 ? t('cancelAlong', { titles: along.join(', ') }) : t('cancelDetail'),
          ...(paid ? [t('cancelPaid')] : []),
        ].join(' ')}
        action={t('cancelSignUp')}
        dangerous
        busy={busy}
        onConfirm={() => void cancel()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

export const CancelSignUp = island(CancelButton)
