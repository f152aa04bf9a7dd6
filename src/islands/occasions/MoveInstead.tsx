import { useEffect, useState } from 'react'
import type { MoveTarget } from '#api/participation/sign-ups/participants/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { formatMove } from './format-move.ts'

interface MoveInsteadProps {
  occasionId: number
  chosen: MoveTarget | null
  onChoose: (target: MoveTarget | null) => void
}

const nobody = 'none'

const countPeople = ({ fits, others, unlisted }: MoveTarget) => fits + others.length + unlisted

/**
 * Choice of what becomes of the people of a cancelled occasion: nothing but the refund, or a move to another date of
 * the part. Each date says how many fit; those who do not are named for the chosen one, and those whom the reader does
 * not see are counted. Nothing while there is no date, or nobody to move.
 */
export function MoveInstead({ occasionId, chosen, onChoose }: MoveInsteadProps) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const [targets, setTargets] = useState<MoveTarget[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    api('GET /EducationPartOccasions/:id/participants/moveTargets', { params: { id: occasionId } }).then(
      setTargets,
      (error: unknown) => setProblem(toFailure(error).message),
    )
  }, [occasionId])
  if (problem) return <ErrorBox>{problem}</ErrorBox>
  if (!targets.some((one) => countPeople(one) > 0)) return null
  const choices = targets.map((one) => ({
    value: String(one.occasionId),
    label: `${momentText(one.startDate, 'moment', language)}, ${one.city}`,
    hint: t('cancelOccasion.fits', { count: one.fits, total: countPeople(one) }),
    disabled: one.fits === 0,
  }))
  return (
    <div className="grid gap-3">
      <RadioGroup
        name="move-instead"
        label={t('cancelOccasion.instead')}
        value={chosen ? String(chosen.occasionId) : nobody}
        onChange={(value) => onChoose(targets.find((one) => String(one.occasionId) === value) ?? null)}
        choices={[{ value: nobody, label: t('cancelOccasion.refundAll') }, ...choices]}
      />
      {chosen && <p role="status">{formatMove(chosen, t)}</p>}
    </div>
  )
}
