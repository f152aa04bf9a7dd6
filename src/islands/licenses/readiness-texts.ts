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

/** Returns the items directly below the one at an index, which stand after it one level deeper. */
function membersOf(items: readonly ReadinessItem[], at: number): ReadinessItem[] {
  const depth = items[at]?.depth ?? 0
  const rest = items.slice(at + 1)
  const end = rest.findIndex((item) => item.depth <= depth)
  return (end === -1 ? rest : rest.slice(0, end)).filter((item) => item.depth === depth + 1)
}

/**
 * Returns what a licence asks for, a text for each requirement of the first level in order, in texts of `licenses`. A
 * group of alternatives is written out with its members, and an age is named whether it is reached or not.
 */
export function requirementLine(items: readonly ReadinessItem[], t: Translate, language: string): string[] {
  const textOf = (item: ReadinessItem) => requirementText({ ...item, met: false }, t, language)
  return items.flatMap((item, at) => {
    if (item.depth > 0) return []
    const members = membersOf(items, at).map(textOf)
    if (members.length === 0) return [textOf(item)]
    const isChoice = item.kind === 'any' || item.kind === 'some'
    const list = new Intl.ListFormat(language, { type: isChoice ? 'disjunction' : 'conjunction' }).format(members)
    return [isChoice ? t('all.choice', { count: item.need ?? 1, list }) : list]
  })
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
