import { Trash2 } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { CancellationEffects } from '../occasions/CancellationEffects.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'

function Remove({ examId }: { examId: number }) {
  const t = useTexts('exams')
  const [isAsking, setAsks] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  async function remove() {
    setIsBusy(true)
    try {
      await api('DELETE /EducationPartsPracticalDriverExam/:id', { params: { id: examId } })
      toastOnNextPage(t('removed'))
      location.assign('/myeducations?view=exams')
    } catch (error) {
      setIsBusy(false)
      setAsks(false)
      toast(toFailure(error).message, 'danger')
    }
  }
  return (
    <>
      <Button tone="quiet" icon={<Icon of={Trash2} size={18} />} onClick={() => setAsks(true)}>
        {t('remove')}
      </Button>
      <Confirm
        open={isAsking}
        question={t('remove.question')}
        action={t('remove')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        {isAsking && (
          <CancellationEffects
            targets={[{ kind: 'exam', id: examId, resultIds: [] }]}
            namespace="exams"
            texts="effects"
            toIntroduction={(count) => (count > 0 ? t('remove.some', { count }) : t('remove.none'))}
          />
        )}
      </Confirm>
    </>
  )
}

/**
 * Button that removes an exam after a question, and leads to the list of exams, with a toast. The question has the
 * number of drivers, and what is refunded to them. A refusal is a toast.
 */
export const RemoveExam = island(Remove)
