import type { SubmissionStatus } from '#api/participation/submissions/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'

const tones = {
  0: 'neutral',
  1: 'accent',
  2: 'accent',
  3: 'warning',
  4: 'success',
  5: 'danger',
} as const

interface BadgeProps {
  status: SubmissionStatus
  /** Whether it has an edge, for a background of its own colour. */
  isEdged?: boolean
}

/** Badge with the status of a submission. */
export function SubmissionBadge({ status, isEdged = false }: BadgeProps) {
  const t = useTexts('submissions')
  return (
    <Badge tone={tones[status]} isEdged={isEdged}>
      {t(`status.${status}`)}
    </Badge>
  )
}
