import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-hover text-ink',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
}

interface BadgeProps {
  children: ReactNode
  tone?: keyof typeof tones | undefined
  icon?: ReactNode
  /** One that says a sentence breaks where there is little room, rather than squeeze what stands beside it. */
  wraps?: boolean
}

/** A status in a word or two; the words carry it, the colour only helps. */
export function Badge({ children, tone = 'neutral', icon, wraps = false }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 px-2.5 py-0.5 text-xs font-semibold ${wraps ? 'rounded-card' : 'rounded-full whitespace-nowrap'} ${tones[tone]}`}
    >
      {icon}
      {children}
    </span>
  )
}
