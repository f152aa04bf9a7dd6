import { moneyText } from '#locales/money.ts'
import { parseMinor } from '../client/amount-input.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { listPartTotals, type PricedPart } from './part-totals.ts'

interface PartTotalsProps {
  /** Fee of the education in kronor, as it is typed; empty for none. */
  typed: string
  parts: readonly PricedPart[]
}

/**
 * List of what a participant pays for each part while the fee of the education is edited. Absent while the typed fee is
 * no amount, and when everything is free.
 */
export function PartTotals({ typed, parts }: PartTotalsProps) {
  const t = useTexts('management')
  const language = useLanguage()
  const minor = parseMinor(typed.trim() || '0')
  const totals = minor === null ? [] : listPartTotals(minor / 100, parts)
  if (totals.length === 0) return null
  const money = (kronor: number) => moneyText(kronor, language)
  return (
    <div className="text-sm text-muted sm:col-span-full">
      <p>{t('feeTotals')}</p>
      <ul className="mt-1 list-disc pl-5">
        {totals.map(({ id, title, from, to }) => (
          <li key={id}>
            {title}: {from === to ? money(to) : t('feeTotals.range', { from: money(from), to: money(to) })}
          </li>
        ))}
      </ul>
    </div>
  )
}
