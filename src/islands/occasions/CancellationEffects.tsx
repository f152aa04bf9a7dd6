import { useEffect, useState } from 'react'
import type { CancellationEffects as Effects } from '#api/money/payments/cancellations/contract.ts'
import { moneyText } from '#locales/money.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { ErrorBox } from '../ui/ErrorBox.tsx'

const kinds = ['refunds', 'credits', 'dropped'] as const

/**
 * List of the refunds, credits and dropped invoice rows that a cancellation of an occasion causes. Each has its number
 * and amount, read before the cancellation is made. Says so when there are none. A failed read is shown.
 */
export function CancellationEffects({ occasionId }: { occasionId: number }) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const [effects, setEffects] = useState<Effects | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    api('GET /Payment/cancellation/occasion/:id', { params: { id: occasionId }, query: { resultIds: [] } }).then(
      setEffects,
      (error: unknown) => setProblem(toFailure(error).message),
    )
  }, [occasionId])
  if (problem) return <ErrorBox>{problem}</ErrorBox>
  if (!effects) return <p role="status">{t('cancelOccasion.reading')}</p>
  const shown = kinds.filter((kind) => effects[kind].count > 0)
  if (shown.length === 0) return <p>{t('cancelOccasion.noMoney')}</p>
  return (
    <ul className="list-disc space-y-1 pl-5">
      {shown.map((kind) => {
        const { count, amount } = effects[kind]
        return <li key={kind}>{t(`cancelOccasion.${kind}`, { count, amount: moneyText(amount, language) })}</li>
      })}
    </ul>
  )
}
