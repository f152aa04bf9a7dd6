import { useTexts } from '../client/texts.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { CancellationEffects } from './CancellationEffects.tsx'
import type { ParticipantRowData } from './participant-rows.ts'

interface RemovePaidProps {
  occasionId: number
  row: ParticipantRowData
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a person with a paid seat is removed or declined, and says what is refunded and where it goes. */
export function RemovePaid({ occasionId, row, onConfirm, onClose }: RemovePaidProps) {
  const t = useTexts('occasions')
  return (
    <Confirm
      open
      question={t('takeOff.question', { name: row.name })}
      action={t('takeOff.action')}
      isDangerous
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <CancellationEffects
        targets={[{ kind: 'occasion', id: occasionId, resultIds: [row.resultId] }]}
        texts="effects"
      />
    </Confirm>
  )
}
