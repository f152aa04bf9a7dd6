import type { ReactNode } from 'react'
import { type BadgeLook, badgeLook } from './badge-look.ts'

type BadgeProps = BadgeLook & { children: ReactNode; icon?: ReactNode }

/** A status in a word or two; the words carry it, the colour only helps. */
export function Badge({ children, icon, ...look }: BadgeProps) {
  return (
    <span className={badgeLook(look)}>
      {icon}
      {children}
    </span>
  )
}
