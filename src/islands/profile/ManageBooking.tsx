import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { CancellationEffects } from '../occasions/CancellationEffects.tsx'
import { groupByOccasion } from '../occasions/cancellation-targets.ts'
import { MailDialog, MoveDialog } from '../occasions/ParticipantDialogs.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'

interface ManageBookingProps {
  person: { id: number; name: string }
  resultId: number
  occasion: { id: number; educationPartId: number }
  title: string
  /** Titles of the tied occasions that are cancelled too, and of those that stay booked. */
  along: readonly string[]
  staying: readonly string[]
  /** Of the sign-ups that are cancelled, those with a fee. */
  paidSeats: readonly { resultId: number; occasionId: number | null }[]
  /** The day is over: the sign-up is neither moved nor cancelled. */
  isEnded: boolean
}

/** Says what happens to the seat and to the tied occasions. */
function useDetail({ along, staying }: ManageBookingProps): string {
  const t = useTexts('profile')
  return [
    t('office.cancelDetail'),
    ...(along.length > 0 ? [t('office.cancelAlong', { titles: along.join(', ') })] : []),
    ...(staying.length > 0 ? [t('office.cancelStaying', { titles: staying.join(', ') })] : []),
  ].join(' ')
}

/** Question whether the person's sign-up is cancelled, with what happens to its fee, and the write. */
function CancelDialog({ onClose, ...props }: ManageBookingProps & { onClose: () => void }) {
  const { person, resultId, title, paidSeats } = props
  const t = useTexts('profile')
  const detail = useDetail(props)
  const [isBusy, setIsBusy] = useState(false)
  const cancel = async () => {
    setIsBusy(true)
    try {
      await api('PUT /EducationPartOccasions/results', { body: [{ userId: person.id, resultId, canceled: true }] })
      toastOnNextPage(t('office.canceled', { name: person.name, title }))
      location.reload()
    } catch (error) {
      setIsBusy(false)
      toast(toFailure(error).message, 'danger')
      onClose()
    }
  }
  return (
    <Confirm
      open
      question={t('office.cancelQuestion', { name: person.name, title })}
      detail={detail}
      action={t('office.cancel')}
      refusal={t('office.keep')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    >
      {paidSeats.length > 0 && (
        <div className="mt-3">
          <CancellationEffects targets={groupByOccasion(paidSeats)} texts="effects" />
        </div>
      )}
    </Confirm>
  )
}

/** Buttons of an organiser beside a booking on a person's page: move, cancel, mail. */
function Buttons(props: ManageBookingProps) {
  const { person, occasion, resultId, title, isEnded } = props
  const t = useTexts('profile')
  const [opened, setOpened] = useState<'move' | 'cancel' | 'mail' | null>(null)
  const close = () => setOpened(null)
  const rows = [{ resultId }]
  const moved = () => {
    toastOnNextPage(t('office.moved', { name: person.name }))
    location.reload()
  }
  const open = (kind: 'move' | 'cancel' | 'mail') => (
    <Button
      size="small"
      tone={kind === 'move' ? 'secondary' : 'quiet'}
      aria-label={t(`office.${kind}Of`, { title })}
      onClick={() => setOpened(kind)}
    >
      {t(`office.${kind}`)}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2">
      {!isEnded && open('move')}
      {!isEnded && open('cancel')}
      {open('mail')}
      {opened === 'move' && <MoveDialog filter={null} occasion={occasion} rows={rows} onDone={moved} onClose={close} />}
      {opened === 'mail' && <MailDialog filter={null} occasion={occasion} rows={rows} onDone={close} onClose={close} />}
      {opened === 'cancel' && <CancelDialog {...props} onClose={close} />}
    </div>
  )
}

/**
 * Buttons of an organiser beside a booking on a person's page: move, cancel, mail. The page is loaded again after a
 * move or a cancellation, which is confirmed first, with a toast; a refused cancellation is a toast. A booking that has
 * ended can only be mailed about.
 */
export const ManageBooking = island(Buttons)
