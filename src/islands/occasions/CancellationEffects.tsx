import { useEffect, useState } from 'react'
import type { CancellationEffects as Effects } from '#api/money/payments/cancellations/contract.ts'
import { moneyText } from '#locales/money.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { type CancellationTarget, sumEffects } from './cancellation-targets.ts'

const kinds = ['refunds', 'credits', 'dropped'] as const

const fetchEffects = ({ kind, id, resultIds }: CancellationTarget): Promise<Effects> =>
  kind === 'occasion'
    ? api('GET /Payment/cancellation/occasion/:id', { params: { id }, query: { resultIds } })
    : api('GET /Payment/cancellation/exam/:id', { params: { id }, query: { resultIds } })

interface EffectsProps {
  /** Occasions and exams whose effects are added together. The first list counts. */
  targets: readonly CancellationTarget[]
  /** Namespace of the texts. */
  namespace?: 'occasions' | 'exams'
  /** First part of the texts' keys: of a whole occasion or exam, or of single seats. */
  texts: 'cancelOccasion' | 'effects'
  /** Heading of the list. */
  title?: string
  /** Returns the sentence above the list, from the number of sign-ups that are cancelled; of none, it stands alone. */
  toIntroduction?: (seats: number) => string
}

/**
 * List of the refunds, credits and dropped invoice rows that a cancellation or removal causes. Each has its number and
 * amount, read before it is made. Says so when there are none. A failed read is shown.
 */
export function CancellationEffects({ targets, namespace = 'occasions', texts, title, toIntroduction }: EffectsProps) {
  const t = useTexts(namespace)
  const language = useLanguage()
  const [firstTargets] = useState(targets)
  const [effects, setEffects] = useState<Effects | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    Promise.all(firstTargets.map(fetchEffects)).then(
      (all) => setEffects(sumEffects(all)),
      (error: unknown) => setProblem(toFailure(error).message),
    )
  }, [firstTargets])
  if (problem) return <ErrorBox>{problem}</ErrorBox>
  if (!effects) return <p role="status">{t(`${texts}.reading`)}</p>
  const shown = kinds.filter((kind) => effects[kind].count > 0)
  return (
    <div>
      {title && <h3 className="text-base">{title}</h3>}
      {toIntroduction && <p className="mb-2">{toIntroduction(effects.seats)}</p>}
      {toIntroduction && effects.seats === 0 ? null : shown.length === 0 ? (
        <p>{t(`${texts}.noMoney`)}</p>
      ) : (
        <ul className="list-disc space-y-1 pl-5">
          {shown.map((kind) => {
            const { count, amount } = effects[kind]
            return <li key={kind}>{t(`${texts}.${kind}`, { count, amount: moneyText(amount, language) })}</li>
          })}
        </ul>
      )}
    </div>
  )
}
