import { useTexts } from '../client/texts.tsx'
import { CancellationEffects } from '../occasions/CancellationEffects.tsx'
import { isPaidSeat } from '../occasions/cancellation-targets.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { AddDriver } from './AddDriver.tsx'
import { GuardianDialog } from './GuardianDialog.tsx'
import type { ProtocolState } from './protocol-state.ts'
import type { DriverRow } from './protocols.ts'
import { ReadOnlyProtocol } from './ReadOnlyProtocol.tsx'
import type { DriverOperations } from './use-driver-actions.ts'

export type RowDialog = 'approve' | 'guardian' | 'read' | 'takeBack' | 'takeOff'
export type OpenDriverDialog = { kind: RowDialog; row: DriverRow } | { kind: 'add' }

interface DialogsProps {
  opened: OpenDriverDialog
  examId: number
  state: ProtocolState
  deeds: DriverOperations
  onClose: () => void
}

/**
 * Dialogs before an operation on a driver: questions, the choice of a guardian, the signed protocol, or a new driver.
 * `deeds` perform the questions' operations. The answer is taken into `state`, and a new driver makes it read all
 * drivers again. `onClose` follows a success, a cancel and, after a question, a failure; successes and such failures
 * are toasts.
 */
export function DriverDialogs({ opened, examId, state, deeds, onClose }: DialogsProps) {
  const t = useTexts('exams')
  if (opened.kind === 'add')
    return (
      <AddDriver
        examId={examId}
        onAdded={(result) => {
          toast(t('added', { name: result.name }))
          onClose()
          void state.reload()
        }}
        onClose={onClose}
      />
    )
  const { kind, row } = opened
  if (kind === 'read')
    return row.protocol ? (
      <Dialog open onClose={onClose} title={t('protocol.of', { name: row.name })}>
        <ReadOnlyProtocol protocol={row.protocol} note={row.note} />
      </Dialog>
    ) : null
  if (kind === 'guardian')
    return (
      <GuardianDialog
        examId={examId}
        child={{ id: row.userId, name: row.name }}
        onAssigned={(result) => {
          state.take([result])
          toast(t('guardian.assigned', { name: result.guardianName ?? '' }))
          onClose()
        }}
        onClose={onClose}
      />
    )
  return (
    <Confirm
      open
      question={t(`${kind}.question`, { name: row.name })}
      detail={t(`${kind}.detail`)}
      action={t(kind)}
      isDangerous={kind !== 'approve'}
      isBusy={deeds.isBusy}
      onConfirm={() => void deeds[kind](row).then(onClose)}
      onCancel={onClose}
    >
      {kind === 'takeOff' && isPaidSeat(row) && (
        <CancellationEffects
          targets={[{ kind: 'exam', id: examId, resultIds: [row.resultId] }]}
          namespace="exams"
          texts="effects"
        />
      )}
    </Confirm>
  )
}
