import { CircleCheck, CircleX, Clock, UserCheck } from 'lucide-react'
import type { SignUpState } from '#api/participation/results/rules.ts'
import { useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'

const looks = {
  pending: { tone: 'warning', Icon: Clock },
  signedUp: { tone: 'accent', Icon: UserCheck },
  attended: { tone: 'neutral', Icon: UserCheck },
  completed: { tone: 'success', Icon: CircleCheck },
  canceled: { tone: 'neutral', Icon: CircleX },
} as const

/** The own status on a part or an occasion; nothing where there is none. */
export function StatusBadge({ state, language }: { state: SignUpState; language?: string | undefined }) {
  const t = useTexts('results', language)
  if (state === 'none') return null
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {t(`state.${state}`)}
    </Badge>
  )
}
