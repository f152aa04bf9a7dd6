import { CircleCheck, CircleX, Clock, Flag } from 'lucide-react'
import type { ExamResultState } from '#api/catalogue/driver-exams/rules.ts'
import { useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'

const looks = {
  pending: { tone: 'warning', Icon: Clock },
  signedUp: { tone: 'accent', Icon: Flag },
  passed: { tone: 'success', Icon: CircleCheck },
  failed: { tone: 'danger', Icon: CircleX },
  canceled: { tone: 'neutral', Icon: CircleX },
} as const

/** How somebody stands on an examination. */
export function StateBadge({ state, language }: { state: ExamResultState; language?: string | undefined }) {
  const t = useTexts('exams', language)
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {t(`state.${state}`)}
    </Badge>
  )
}
