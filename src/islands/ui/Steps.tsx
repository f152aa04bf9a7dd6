import { Check, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts.tsx'

interface Step {
  /** Needed where two steps may have one title. */
  id?: number | undefined
  title: string
  state: 'done' | 'current' | 'upcoming' | 'locked'
  href?: string | undefined
  /** One line below, for example what must be done first. */
  note?: string | undefined
}

const marks = {
  done: 'bg-success text-on-success',
  current: 'bg-accent text-on-accent ring-4 ring-accent-soft',
  upcoming: 'border-2 border-control-line bg-surface text-muted',
  locked: 'bg-hover text-muted',
}

const spoken = { done: 'stepDone', current: 'stepCurrent', upcoming: 'stepUpcoming', locked: 'stepLocked' }

function Mark({ state, children }: { state: Step['state']; children: ReactNode }) {
  return (
    <span
      aria-hidden
      className={`z-1 grid size-8 shrink-0 place-items-center rounded-full font-display text-sm font-bold ${marks[state]}`}
    >
      {state === 'done' && <Check size={18} strokeWidth={3} />}
      {state === 'locked' && <Lock size={15} />}
      {(state === 'current' || state === 'upcoming') && children}
    </span>
  )
}

const row =
  'relative flex gap-4 pb-6 last:pb-0 before:absolute before:top-8 before:bottom-0 before:left-[0.9375rem] before:w-0.5 before:bg-line last:before:hidden'

function StepRow({ step, number, saying }: { step: Step; number: number; saying: string }) {
  const { title, state, href, note } = step
  const isOpen = state === 'done' || state === 'current'
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className={row}>
      <Mark state={state}>{number}</Mark>
      <div className="pt-1">
        <span className="sr-only">{saying}: </span>
        {href ? (
          <a href={href} className="font-semibold hover:text-accent-ink hover:underline">
            {title}
          </a>
        ) : (
          <span className={isOpen ? 'font-semibold' : 'text-muted'}>{title}</span>
        )}
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
    </li>
  )
}

interface StepsProps {
  label: string
  steps: readonly Step[]
  language?: string | undefined
}

/** A way of several steps: what is done, what is next, what is locked. */
export function Steps({ label, steps, language }: StepsProps) {
  const t = useTexts('common', language)
  return (
    <ol aria-label={label}>
      {steps.map((step, at) => (
        <StepRow key={step.id ?? step.title} step={step} number={at + 1} saying={t(spoken[step.state])} />
      ))}
    </ol>
  )
}
