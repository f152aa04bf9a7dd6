import type { ReactNode } from 'react'
import { emptyStateLook } from './empty-state-look.ts'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
}

/**
 * Shown in place of an empty list: an icon, a title that says why it is empty, and a text and actions about what to do.
 * Only the title is required.
 */
export function EmptyState({ title, children, icon, actions }: EmptyStateProps) {
  return (
    <div className={emptyStateLook.frame}>
      {icon && <div className={emptyStateLook.icon}>{icon}</div>}
      <p className={emptyStateLook.title}>{title}</p>
      {children && <div className={emptyStateLook.text}>{children}</div>}
      {actions && <div className={emptyStateLook.actions}>{actions}</div>}
    </div>
  )
}
