import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LicenseGoal } from '#api/participation/licenses/goals/contract.ts'
import { useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Progress } from '../ui/Progress.tsx'
import { NextStepLine, ReadinessList } from './ReadinessList.tsx'

interface GoalProps {
  goal: LicenseGoal
  language: string
  /** With all that it asks. */
  whole?: boolean | undefined
  action?: ReactNode
}

/** How far it is to a licence. */
export function Goal({ goal, language, whole = false, action }: GoalProps) {
  const t = useTexts('licenses', language)
  const { licenseName, requirementsMet, requirementsTotal, achieved, readiness } = goal
  const text = t('goals.progress', { met: requirementsMet, total: requirementsTotal })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <Flag size={17} className="text-accent-ink" aria-hidden />
          {licenseName}
          {achieved && <Badge tone="success">{t('goals.achieved')}</Badge>}
        </p>
        {action}
      </div>
      {!achieved && requirementsTotal > 0 && (
        <Progress label={licenseName} labelHidden done={requirementsMet} total={requirementsTotal} text={text} />
      )}
      {!achieved && <p className="-mt-1 text-sm text-muted">{readiness.ready ? t('goals.ready') : text}</p>}
      {whole && !achieved && <ReadinessList readiness={readiness} language={language} />}
      {!achieved && readiness.next && <NextStepLine step={readiness.next} language={language} />}
    </div>
  )
}
