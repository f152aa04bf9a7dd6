import { CalendarX } from '@lucide/icons'
import { useState } from 'react'
import type { MoveTarget } from '#api/participation/sign-ups/participants/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { type Failure, toFailure, useUnsavedWarning } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { CancellationEffects } from './CancellationEffects.tsx'
import { MoveInstead } from './MoveInstead.tsx'

interface CancelOccasionProps {
  occasionId: number
}

function CancelDialog({ occasionId, onClose }: CancelOccasionProps & { onClose: () => void }) {
  const t = useTexts('occasions')
  const [message, setMessage] = useState('')
  const endWarning = useUnsavedWarning(message.trim())
  const [confirmation, setConfirmation] = useState('')
  const [target, setTarget] = useState<MoveTarget | null>(null)
  const [tries, setTries] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isConfirmed = confirmation.trim().toLowerCase() === t('cancelOccasion.word').toLowerCase()
  const cancel = async () => {
    setIsBusy(true)
    try {
      const body = {
        message: message.trim() || null,
        moveTo: target && { occasionId: target.occasionId, expectedCount: target.fits },
      }
      await api('PUT /EducationPartOccasions/:id/CancelOccasion', { params: { id: occasionId }, body })
      toastOnNextPage(target ? t('cancelOccasion.doneMoved', { count: target.fits }) : t('cancelOccasion.done'))
      endWarning()
      location.assign(`/education/manageOccasion/${occasionId}`)
    } catch (error) {
      setFailure(toFailure(error))
      // The numbers of the choice may be of before; they are read again.
      setTarget(null)
      setTries(tries + 1)
      setIsBusy(false)
    }
  }
  const actions = (
    <>
      <Button tone="danger" isBusy={isBusy} disabled={!isConfirmed} onClick={() => void cancel()}>
        {t('cancelOccasion.action')}
      </Button>
      <Button onClick={onClose}>{t('cancelOccasion.keep')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('cancelOccasion.title')} closesOutside={false} actions={actions}>
      <div className="grid gap-5">
        {failure && <ErrorBox>{failure.message}</ErrorBox>}
        {!target && (
          <CancellationEffects
            targets={[{ kind: 'occasion', id: occasionId, resultIds: [] }]}
            texts="cancelOccasion"
            toIntroduction={(count) =>
              count === 0 ? t('cancelOccasion.textNone') : t('cancelOccasion.text', { count })
            }
          />
        )}
        <MoveInstead key={tries} occasionId={occasionId} chosen={target} onChoose={setTarget} />
        <TextArea
          name="cancel-message"
          label={t('cancelOccasion.message')}
          limit={500}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Field
          name="cancel-word"
          label={t('cancelOccasion.confirm', { word: t('cancelOccasion.word') })}
          autoComplete="off"
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

function CancelButton(props: CancelOccasionProps) {
  const t = useTexts('occasions')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" icon={<Icon of={CalendarX} size={18} />} onClick={() => setIsOpen(true)}>
        {t('cancelOccasion.open')}
      </Button>
      {isOpen && <CancelDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/**
 * Button that cancels an occasion and leads to its page. The dialog shows what it causes; as it cannot be undone, it is
 * confirmed by a typed word. People can be moved to another date instead of being refunded. A refusal is shown.
 */
export const CancelOccasion = island(CancelButton)
