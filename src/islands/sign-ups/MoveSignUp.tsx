import { useState } from 'react'
import { periodText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { deadlineText } from './cancel-terms.ts'
import type { OccasionChoice } from './SignUp.tsx'

/** Another date of the part, and the last moment to cancel a seat on it. */
export interface MoveChoice extends Omit<OccasionChoice, 'availableSpots'> {
  cancelableUntil: Date
}

interface MoveSignUpProps {
  userId: number
  resultId: number
  occasionId: number
  title: string
  /** Other dates of the part with a free seat. */
  choices: readonly MoveChoice[]
  /** The fee of the booking, which moves along. */
  fee: number
  /** The old date is cancelled: its seat becomes free for nobody. */
  isCanceled?: boolean | undefined
  /** Name of the person, when it is another than the reader. */
  person?: string | undefined
}

/** The booking keeps its fee, and gets the last day to cancel of the new date. */
const toOption = (
  { id, startDate, endDate, city, venue, cancelableUntil }: MoveChoice,
  t: Translate,
  language: string,
) => ({
  value: String(id),
  label: [periodText(startDate, endDate, language), [venue, city].filter(Boolean).join(', ')].join(' · '),
  hint:
    cancelableUntil > new Date()
      ? t('moveCancel', { when: deadlineText(cancelableUntil, language) })
      : t('moveCancelClosed'),
})

function MoveDialog({
  userId,
  resultId,
  occasionId,
  title,
  choices,
  fee,
  isCanceled = false,
  person,
  onClose,
}: MoveSignUpProps & { onClose: () => void }) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  const [chosen, setChosen] = useState(String(choices[0]?.id ?? ''))
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function move() {
    setIsBusy(true)
    try {
      const params = { id: occasionId, userId, resultId }
      await api('PUT /EducationPartOccasions/:id/results/:userId/:resultId/move', {
        params,
        body: { occasionId: Number(chosen) },
      })
      toastOnNextPage(t(person ? 'movedPerson' : 'moved', { title, name: person }))
      location.reload()
    } catch (error) {
      setIsBusy(false)
      setProblem(error instanceof Error ? error.message : t('notPossible'))
    }
  }
  const detail = isCanceled ? t('moveDetailCanceled') : t(person ? 'moveDetailPerson' : 'moveDetail')
  const options = choices.map((choice) => toOption(choice, t, language))
  const feeText = fee > 0 ? t('moveFee', { amount: moneyText(fee, language) }) : t('moveFree')
  const actions = (
    <>
      <Button tone="primary" isBusy={isBusy} onClick={() => void move()}>
        {t('move')}
      </Button>
      <Button onClick={onClose}>{t('notNow')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('moveQuestion', { title })} actions={actions}>
      <div className="grid gap-4">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <p className="text-muted">
          {detail} {feeText}
        </p>
        <RadioGroup name="move-to" label={t('moveTo')} choices={options} value={chosen} onChange={setChosen} />
      </div>
    </Dialog>
  )
}

function MoveButton(props: MoveSignUpProps) {
  const t = useTexts('sign-ups')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setIsAsking(true)}>
        {t('moveDate')}
      </Button>
      {isAsking && <MoveDialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  )
}

/**
 * Button and dialog that move a booking to another date of the part, one of `choices`, and load the page again. A
 * refusal is shown. The fee moves along.
 */
export const MoveSignUp = island(MoveButton)
