import { CalendarClock, ClipboardCheck, UserCheck, Users } from 'lucide-react'
import type { AttentionReason } from '#api/office/desk/contract.ts'
import { Badge } from '../ui/Badge.tsx'

const looks = {
  approvals: { Icon: UserCheck, tone: 'warning' },
  resultsMissing: { Icon: ClipboardCheck, tone: 'warning' },
  startsSoon: { Icon: CalendarClock, tone: 'accent' },
  nearlyFull: { Icon: Users, tone: 'neutral' },
} as const satisfies Record<AttentionReason, object>

/** Why an occasion wants attention. One part of the page with its icon: a desk shows a hundred and more of them. */
export function ReasonBadge({ reason, text }: { reason: AttentionReason; text: string }) {
  const { Icon, tone } = looks[reason]
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {text}
    </Badge>
  )
}
