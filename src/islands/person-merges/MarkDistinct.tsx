import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface MarkDistinctProps {
  person: { id: number; name: string }
  other: { id: number; name: string }
}

function Mark({ person, other }: MarkDistinctProps) {
  const t = useTexts('person-merges')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const mark = async () => {
    await api('POST /DuplicatePeople/distinct', { body: { userId: person.id, otherUserId: other.id } })
    toastOnNextPage(t('distinctDone'))
    location.reload()
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('distinct')}</Button>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <Confirm
        open={isAsking}
        question={t('distinctQuestion', { name: person.name, other: other.name })}
        detail={t('distinctText')}
        action={t('distinct')}
        isBusy={isBusy}
        onConfirm={() => void run(mark).then(() => setIsAsking(false))}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/**
 * Button that marks a pair as two people after a question, and loads the page again, with a toast. A refusal is shown.
 */
export const MarkDistinct = island(Mark)
