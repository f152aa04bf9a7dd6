import { CalendarDays, CircleCheck, CircleDashed, MapPin, Wallet } from 'lucide-react'
import type { NextStep, Readiness, ReadinessItem } from '#api/participation/readiness/contract.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import { numberText } from '#locales/numbers.ts'
import type { Translate } from '#locales/translate.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'

const number = (value: number | null, language: string) => numberText(value ?? 0, language)

function nameOf({ kind, name, need, have }: ReadinessItem, t: Translate, language: string): string {
  if (kind === 'any' || kind === 'some' || kind === 'all') return t(`ready.${kind}`, { need, have })
  if (kind === 'age') return t('ready.age', { need })
  if (kind !== 'credits') return name
  const values = { name, need: number(need, language), have: number(have, language) }
  return t(name ? 'ready.creditsIn' : 'ready.credits', values)
}

const dayText = (day: string, language: string) => momentText(new Date(`${day}T12:00:00Z`), 'day', language)

const hrefOf = ({ kind, referenceId }: ReadinessItem) =>
  kind === 'education' && referenceId ? `/education/${referenceId}` : null

/** By depth, because a page may carry no style of its own. */
const indents = ['', 'pl-7', 'pl-14', 'pl-21']

function Item({ item, language }: { item: ReadinessItem; language: string }) {
  const t = useTexts('licenses', language)
  const { met, metDate, validTo, depth } = item
  const text = nameOf(item, t, language)
  const href = hrefOf(item)
  const facts = [
    metDate && t('ready.since', { date: dayText(metDate, language) }),
    validTo && t('ready.until', { date: dayText(validTo, language) }),
  ].filter(Boolean)
  return (
    <li className={`flex items-start gap-2.5 py-1.5 ${indents[Math.min(depth, 3)]}`}>
      {met ? (
        <CircleCheck size={19} className="mt-0.5 shrink-0 text-success-ink" aria-hidden />
      ) : (
        <CircleDashed size={19} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      )}
      <span className="min-w-0">
        <span className="sr-only">{t(met ? 'ready.met' : 'ready.unmet')}: </span>
        {href ? (
          <a href={href} className="font-medium underline-offset-3 hover:underline">
            {text}
          </a>
        ) : (
          <span className="font-medium">{text}</span>
        )}
        {facts.length > 0 && <span className="text-sm text-muted"> · {facts.join(' · ')}</span>}
      </span>
    </li>
  )
}

interface ReadinessListProps {
  readiness: Readiness
  /** A part placed straight into a page is told the language. */
  language: string
}

/** What is asked, what of it is met, by what, and until when. */
export function ReadinessList({ readiness, language }: ReadinessListProps) {
  const t = useTexts('licenses', language)
  if (readiness.items.length === 0) return <p className="text-sm text-muted">{t('ready.nothing')}</p>
  return (
    <ul>
      {readiness.items.map((item, at) => (
        // The order is that of the requirements.
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be of the same kind and name.
        <Item key={at} item={item} language={language} />
      ))}
    </ul>
  )
}

const stepText = ({ kind, title, on }: NextStep, t: Translate, language: string): string =>
  t(kind === 'report' && title ? 'next.reportIn' : `next.${kind}`, {
    title,
    date: on ? dayText(on, language) : '',
  })

const stepHref = ({ educationId, educationPartId }: NextStep) =>
  educationId && `/education/${educationId}${educationPartId ? `#part-${educationPartId}` : ''}`

/** The one thing to do next: what, when, where and for how much. */
export function NextStepLine({ step, language }: { step: NextStep; language: string }) {
  const t = useTexts('licenses', language)
  const href = stepHref(step)
  const text = stepText(step, t, language)
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold text-muted">{t('next')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {href ? (
          <Button
            href={href}
            size="small"
            tone={step.kind === 'book' || step.kind === 'start' ? 'primary' : 'secondary'}
          >
            {text}
          </Button>
        ) : (
          <p>{text}</p>
        )}
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {step.startDate && (
            <li className="flex items-center gap-1.5">
              <CalendarDays size={15} className="text-muted" aria-hidden />
              {momentText(step.startDate, 'weekday', language)}
            </li>
          )}
          {step.city && (
            <li className="flex items-center gap-1.5">
              <MapPin size={15} className="text-muted" aria-hidden />
              {step.city}
            </li>
          )}
          {step.fee !== null && (
            <li className="flex items-center gap-1.5">
              <Wallet size={15} className="text-muted" aria-hidden />
              {step.fee > 0 ? moneyText(step.fee, language) : t('next.free')}
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}
