import type { NextStep, ReadinessItem } from '#api/participation/readiness/contract.ts'
import { readinessStepKey } from '#api/participation/readiness/rules.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import { numberText } from '#locales/numbers.ts'
import type { Translate } from '#locales/translate.ts'

const formatNumber = (value: number | null, language: string) => numberText(value ?? 0, language)

/**
 * Returns the name of a requirement in texts of `licenses`: a group or an age with its number, credits with the present
 * and the required amount, and anything else by its own name.
 */
export function requirementText(
  { kind, name, need, have, met }: ReadinessItem,
  t: Translate,
  language: string,
): string {
  if (kind === 'any' || kind === 'some' || kind === 'all') return t(`ready.${kind}`, { need, have })
  if (kind === 'maxAge') return t('ready.maxAge', { need })
  if (kind === 'age') return t(met ? 'ready.ageMet' : 'ready.age', { need })
  if (kind !== 'credits') return name
  const values = { name, need: formatNumber(need, language), have: formatNumber(have, language) }
  return t(name ? 'ready.creditsIn' : 'ready.credits', values)
}

const dayText = (day: string, language: string) => momentText(new Date(`${day}T12:00:00Z`), 'day', language)

/** Formats since when a requirement is met, and until when; an age needs no first date. Empty when neither is known. */
export const requirementFacts = ({ kind, metDate, validTo }: ReadinessItem, t: Translate, language: string): string =>
  [
    metDate && kind !== 'age' && kind !== 'maxAge' && t('ready.since', { date: dayText(metDate, language) }),
    validTo && t('ready.until', { date: dayText(validTo, language) }),
  ]
    .filter(Boolean)
    .join(' · ')

/** Returns the path of the education that a requirement names; null for other requirements. */
export const requirementHref = ({ kind, referenceId }: ReadinessItem) =>
  kind === 'education' && referenceId ? `/education/${referenceId}` : null

/** Classes by depth, since the content security policy forbids inline styles. */
const indents = ['', 'pl-7', 'pl-14', 'pl-21']

/** Returns the class that indents a requirement by its depth; a depth of more than 3 counts as 3. */
export const requirementIndent = ({ depth }: ReadinessItem) => indents[Math.min(depth, 3)] ?? ''

/** Returns the text of a next step in texts of `licenses`, with its title and its date, each where it is known. */
export const stepText = (step: NextStep, t: Translate, language: string): string =>
  t(readinessStepKey(step), { title: step.title, date: step.on ? dayText(step.on, language) : '' })

/**
 * Returns the path of the payment that a next step is about, or else of its education with the part as the fragment;
 * null without either. With `childId`, a child of the reader, it is the education's page with `?person=` also for a
 * payment, since the reader pays for the child there; null without an education.
 */
export function stepHref({ educationId, educationPartId, paymentId }: NextStep, childId?: number): string | null {
  if (paymentId && !childId) return `/betalning/${paymentId}`
  if (educationId === null) return null
  return `/education/${educationId}${childId ? `?person=${childId}` : ''}${educationPartId ? `#part-${educationPartId}` : ''}`
}

const doneNow: NextStep['kind'][] = ['pay', 'resubmit', 'book', 'start', 'continue', 'submit']

/** Returns the tone of the button of a next step: `primary` when it can be done now, else `secondary`. */
export const stepTone = ({ kind }: NextStep) => (doneNow.includes(kind) ? 'primary' : 'secondary')

/**
 * Returns the Swedish date, the place and the fee of a step as texts; each is null when unknown. A fee of 0 is "free"
 * in texts of `licenses`.
 */
export const stepFacts = ({ startDate, city, fee }: NextStep, t: Translate, language: string) => ({
  when: startDate && momentText(startDate, 'weekday', language),
  where: city,
  price: fee === null ? null : fee > 0 ? moneyText(fee, language) : t('next.free'),
})
