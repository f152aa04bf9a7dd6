import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

function Undo({ id, from, into }: { id: number; from: string; into: string }) {
  const t = useTexts('person-merges')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const undo = async () => {
    await proven(() => api('POST /PersonMerges/:id/undo', { params: { id } }))
    toastOnNextPage(t('undoDone'))
    location.reload()
  }
  return (
    <div className="grid gap-3">
      <div>
        <Button onClick={() => setIsAsking(true)}>{t('undo')}</Button>
      </div>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <Confirm
        open={isAsking}
        question={t('undoQuestion', { from, into })}
        detail={t('undoText')}
        action={t('undo')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void run(undo).then(() => setIsAsking(false))}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/**
 * Button that undoes a merge after a question, and loads the page again, with a toast. It needs a recent proof of
 * identity; a refusal is shown.
 */
export const UndoMerge = island(Undo)
