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
}

/** A status in a word or two; the words carry it, the colour only helps. */
export function Badge({ children, tone = 'neutral', icon }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {icon}
      {children}
    </span>
  )
}
