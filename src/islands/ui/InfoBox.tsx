import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts.tsx'

const looks = {
  info: { box: 'border-info bg-info-soft', icon: 'text-info-ink', Icon: Info, spoken: 'toneInfo' },
  success: {
    box: 'border-success bg-success-soft',
    icon: 'text-success-ink',
    Icon: CircleCheck,
    spoken: 'toneSuccess',
  },
  warning: {
    box: 'border-warning bg-warning-soft',
    icon: 'text-warning-ink',
    Icon: TriangleAlert,
    spoken: 'toneWarning',
  },
  danger: { box: 'border-danger bg-danger-soft', icon: 'text-danger-ink', Icon: CircleAlert, spoken: 'toneDanger' },
}

export interface InfoBoxProps {
  children: ReactNode
  title?: string | undefined
  tone?: keyof typeof looks | undefined
  actions?: ReactNode
  language?: string | undefined
  /** `alert` where the box appears as the answer to what the person just did. */
  role?: 'alert' | 'status' | undefined
}

/** Something to know about what is on the page. */
export function InfoBox({ children, title, tone = 'info', actions, language, role }: InfoBoxProps) {
  const t = useTexts('common', language)
  const { box, icon, Icon, spoken } = looks[tone]
  return (
    <div role={role} className={`flex gap-3 rounded-card border-l-4 px-4 py-3.5 ${box}`}>
      <Icon size={20} className={`mt-0.5 shrink-0 ${icon}`} aria-hidden />
      <div className="min-w-0 flex-1">
        <span className="sr-only">{t(spoken)}: </span>
        {title && <strong className="mb-0.5 block font-semibold">{title}</strong>}
        <div>{children}</div>
        {actions && <div className="mt-3 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  )
}
