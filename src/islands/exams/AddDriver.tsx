import { useState } from 'react'
import type { DriverExamResult, ExamSignUp } from '#api/participation/exam-results/contract.ts'
import { api } from '../client/api.ts'
import { useItemSearch } from '../client/item-search.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

interface AddDriverProps {
  examId: number
  onAdded: (result: DriverExamResult) => void
  onClose: () => void
}

/**
 * Dialog that signs a driver up as the organiser: also after the last day and without prerequisites, but never without
 * a required guardian. Questions are left unanswered. A refusal is shown; `onAdded` receives the stored sign-up and
 * must close the dialog.
 */
export function AddDriver({ examId, onAdded, onClose }: AddDriverProps) {
  const t = useTexts('exams')
  const people = useItemSearch('people', [])
  const [userId, setUserId] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [signUp] = useState(() =>
    withIdempotencyKey((body: ExamSignUp, idempotencyKey) =>
      api('POST /EducationPartsPracticalDriverExam/:id', { params: { id: examId }, body }, { idempotencyKey }),
    ),
  )
  async function add() {
    if (!userId) return setFailure(t('add.choose'))
    setIsBusy(true)
    setFailure(null)
    try {
      onAdded(await signUp({ userId, customAnswers: [] }))
    } catch (error) {
      setFailure(toFailure(error).message)
    }
    setIsBusy(false)
  }
  const actions = (
    <>
      <Button tone="primary" isBusy={isBusy} onClick={() => void add()}>
        {t('add.action')}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('add')} closesOutside={false} actions={actions}>
      <div className="grid grid-cols-1 gap-5">
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <Combobox
          name="driver"
          label={t('add.who')}
          hint={t('add.hint')}
          items={people.items}
          onSearch={people.search}
          onChange={setUserId}
        />
      </div>
    </Dialog>
  )
}
