import type { NextStep, ReadinessItem } from '#api/participation/readiness/contract.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import { numberText } from '#locales/numbers.ts'
import type { Translate } from '#locales/translate.ts'

const formatNumber = (value: number | null, language: string) => numberText(value ?? 0, language)

/** Returns the name of a requirement in texts of `licenses`. */
export function requirementText(
  { kind, name, need, have, met }: ReadinessItem,
  t: Translate,
  language: string,
): string {
  if (kind === 'any' || kind === 'some' || kind === 'all') return t(`ready.${kind}`, { need, have })
  if (kind === 'age') return t(met ? 'ready.ageMet' : 'ready.age', { need })
  if (kind !== 'credits') return name
  const values = { name, need: formatNumber(need, language), have: formatNumber(have, language) }
  return t(name ? 'ready.creditsIn' : 'ready.credits', values)
}

const dayText = (day: string, language: string) => momentText(new Date(`${day}T12:00:00Z`), 'day', language)

/** Returns since when a requirement is met, and until when; an age needs no date. */
export const requirementFacts = ({ kind, metDate, validTo }: ReadinessItem, t: Translate, language: string): string =>
  [
    metDate && kind !== 'age' && t('ready.since', { date: dayText(metDate, language) }),
    validTo && t('ready.until', { date: dayText(validTo, language) }),
  ]
    .filter(Boolean)
    .join(' · ')

export const requirementHref = ({ kind, referenceId }: ReadinessItem) =>
  kind === 'education' && referenceId ? `/education/${referenceId}` : null

/** Classes by depth, since the content security policy forbids inline styles. */
const indents = ['', 'pl-7', 'pl-14', 'pl-21']

export const requirementIndent = ({ depth }: ReadinessItem) => indents[Math.min(depth, 3)] ?? ''

export const stepText = ({ kind, title, on }: NextStep, t: Translate, language: string): string =>
  t(kind === 'report' && title ? 'next.reportIn' : `next.${kind}`, {
    title,
    date: on ? dayText(on, language) : '',
  })

export const stepHref = ({ educationId, educationPartId }: NextStep) =>
  educationId && `/education/${educationId}${educationPartId ? `#part-${educationPartId}` : ''}`

export const stepTone = ({ kind }: NextStep) => (kind === 'book' || kind === 'start' ? 'primary' : 'secondary')

/** Returns date, place and fee of a step; each is null when unknown. */
export const stepFacts = ({ startDate, city, fee }: NextStep, t: Translate, language: string) => ({
  when: startDate && momentText(startDate, 'weekday', language),
  where: city,
  price: fee === null ? null : fee > 0 ? moneyText(fee, language) : t('next.free'),
})
