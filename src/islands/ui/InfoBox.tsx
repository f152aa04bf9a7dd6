import type { ReactNode } from 'react'
import { useTexts } from '../client/use-texts.ts'
import { Icon } from './Icon.tsx'
import { type InfoBoxTone, infoBoxLook } from './info-box-look.ts'

export interface InfoBoxProps {
  children: ReactNode
  title?: string | undefined
  tone?: InfoBoxTone | undefined
  actions?: ReactNode
  /** Language of its own texts; needed outside an island only. */
  language?: string | undefined
  /** `alert` when the box is the response to an action. */
  role?: 'alert' | 'status' | undefined
}

/**
 * Box with a note about the page's content, a tone (`info` by default) that screen readers hear too, and actions.
 * Announced only with a `role`: `alert` when it answers an action.
 */
export function InfoBox({ children, title, tone, actions, language, role }: InfoBoxProps) {
  const t = useTexts('common', language)
  const look = infoBoxLook(tone)
  return (
    <div role={role} className={look.frame}>
      <Icon of={look.icon} size={20} className={look.iconClass} />
      <div className={look.content}>
        <span className="sr-only">{t(look.spoken)}: </span>
        {title && <strong className={look.title}>{title}</strong>}
        <div>{children}</div>
        {actions && <div className={look.actions}>{actions}</div>}
      </div>
    </div>
  )
}
