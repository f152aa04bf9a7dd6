import type { ReactNode } from 'react'
import { emptyStateLook } from './empty-state-look.ts'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
}

/** Shown in place of an empty list: why it is empty, and what to do about it. */
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
