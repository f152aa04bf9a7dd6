import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { toast } from '../ui/toast.ts'
import { AddPeople } from './AddPeople.tsx'
import { MailDialog, MoveDialog } from './ParticipantDialogs.tsx'
import type { ParticipantRowData } from './participant-rows.ts'
import type { ParticipantSearch } from './participants-url.ts'
import { RemovePaid } from './RemovePaid.tsx'
import { TakeOffDialog } from './TakeOffDialog.tsx'

/** Dialog of the list of participants, with the rows that it is about. */
export type OpenDialog =
  | { kind: 'add' }
  | { kind: 'takeOff' | 'removePaid'; row: ParticipantRowData }
  | { kind: 'move' | 'mail'; rows: ParticipantRowData[]; filter: Pick<ParticipantSearch, 'text' | 'only'> | null }

interface DialogProps {
  opened: OpenDialog
  occasion: ManagedOccasion
  /** The education that people outside the reader's permission are invited to. */
  invitesTo: number
  onInvited: (count: number) => void
  onRefresh: () => void
  onCancel: (row: ParticipantRowData) => void
  onDone: () => void
  onClose: () => void
}

/**
 * The open dialog of the list of participants. `onDone` follows a write, and `onCancel` a confirmed removal of one row;
 * both must close it, as `onClose` does. `onRefresh` follows a write after which the dialog stays.
 */
export function ParticipantDialog({ opened, occasion, invitesTo, onInvited, ...handlers }: DialogProps) {
  const t = useTexts('occasions')
  const { onRefresh, onCancel, onDone, onClose } = handlers
  switch (opened.kind) {
    case 'add':
      return (
        <AddPeople
          occasion={occasion}
          invitationEducationId={invitesTo}
          onInvited={onInvited}
          onAdded={(count, isDone) => {
            toast(t('add.done', { count }))
            if (isDone) onDone()
            else onRefresh()
          }}
          onClose={onClose}
        />
      )
    case 'removePaid':
      return (
        <RemovePaid
          occasionId={occasion.id}
          row={opened.row}
          onConfirm={() => onCancel(opened.row)}
          onClose={onClose}
        />
      )
    case 'takeOff':
      return (
        <TakeOffDialog
          occasionId={occasion.id}
          row={opened.row}
          onThisDay={() => onCancel(opened.row)}
          onAll={() => {
            onCancel(opened.row)
            toast(t('takeOff.done', { name: opened.row.name }))
          }}
          onClose={onClose}
        />
      )
    case 'move':
      return <MoveDialog {...opened} occasion={occasion} onDone={onDone} onClose={onClose} />
    case 'mail':
      return <MailDialog {...opened} occasion={occasion} onDone={onDone} onClose={onClose} />
  }
}
