import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
}

/** Nothing here yet: says why, and what to do about it. */
export function EmptyState({ title, children, icon, actions }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-control-line px-6 py-12 text-center">
      {icon && <div className="mb-4 grid size-14 place-items-center rounded-full bg-hover text-muted">{icon}</div>}
      <p className="font-display text-xl font-bold">{title}</p>
      {children && <div className="mt-1 max-w-text text-muted">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
