import { UserCheck } from '@lucide/icons'
import { useState } from 'react'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { isDecided } from '#api/participation/submissions/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import { AssignDialog, assign } from './AssignDialog.tsx'

interface AssignmentProps {
  submission: Submission
  userId: number
  onChanged: (changed: Submission[]) => void
}

/**
 * Reviewer of a submission, with buttons that assign it to the reader or to somebody else. `onChanged` receives the
 * assigned submission.
 */
export function Assignment({ submission, userId, onChanged }: AssignmentProps) {
  const t = useTexts('submissions')
  const [isOpen, setOpen] = useState(false)
  const { assigneeId, assigneeName, status } = submission
  const [chosen] = useState(() => [submission])
  const assignToSelf = () =>
    assign(userId, chosen).then(
      (changed) => onChanged(changed),
      (error: unknown) => toast(toFailure(error).message, 'danger'),
    )
  const name = assigneeId === userId ? t('desk.you') : assigneeName
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span className="inline-flex items-center gap-1.5 text-muted">
        <Icon of={UserCheck} size={16} />
        {name ? t('desk.assignedTo', { name }) : t('desk.nobody')}
      </span>
      {!isDecided(status) && assigneeId !== userId && (
        <Button size="small" onClick={() => void assignToSelf()}>
          {t('assign.self')}
        </Button>
      )}
      {!isDecided(status) && (
        <Button size="small" tone="quiet" onClick={() => setOpen(true)}>
          {t('assign.open')}
        </Button>
      )}
      {isOpen && (
        <AssignDialog
          submissions={chosen}
          onDone={(changed) => {
            setOpen(false)
            onChanged(changed)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  )
}
