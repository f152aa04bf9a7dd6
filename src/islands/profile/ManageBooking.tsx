import { useState } from 'react'
import { moneyText } from '#locales/money.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
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
  /** Refund to the card when the sign-ups are cancelled in time, in kronor. */
  refund: number
  /** The day is over: the sign-up is neither moved nor cancelled. */
  isEnded: boolean
}

/** Says what happens to the seat and to the tied occasions, and what is paid back. */
function useDetail({ along, staying, refund }: ManageBookingProps): string {
  const t = useTexts('profile')
  const language = useLanguage()
  return [
    t('office.cancelDetail'),
    ...(along.length > 0 ? [t('office.cancelAlong', { titles: along.join(', ') })] : []),
    ...(staying.length > 0 ? [t('office.cancelStaying', { titles: staying.join(', ') })] : []),
    ...(refund > 0 ? [t('office.cancelRefund', { amount: moneyText(refund, language) })] : []),
  ].join(' ')
}

/** Question whether the person's sign-up is cancelled, and the write. */
function CancelDialog({ onClose, ...props }: ManageBookingProps & { onClose: () => void }) {
  const { person, resultId, title } = props
  const t = useTexts('profile')
  const detail = useDetail(props)
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await api('PUT /EducationPartOccasions/results', { body: [{ userId: person.id, resultId, canceled: true }] })
      toastOnNextPage(t('office.canceled', { name: person.name, title }))
      location.reload()
    } catch (error) {
      setBusy(false)
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
      dangerous
      busy={busy}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    />
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
