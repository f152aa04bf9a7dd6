import type { ExamResultState } from '#api/catalogue/exams/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { examStateLooks } from './state-look.ts'

/** Badge with a driver's state on an exam. */
export function StateBadge({ state }: { state: ExamResultState }) {
  const t = useTexts('exams')
  const { tone, icon } = examStateLooks[state]
  return (
    <Badge tone={tone} icon={<Icon of={icon} size={14} />}>
      {t(`state.${state}`)}
    </Badge>
  )
}
