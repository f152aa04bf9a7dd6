import type { ReactNode } from 'react'
import { type BadgeLook, badgeLook } from './badge-look.ts'

type BadgeProps = BadgeLook & { children: ReactNode; icon?: ReactNode }

/** Status in one or two words. The words carry the meaning, the colour only supports it. */
export function Badge({ children, icon, ...look }: BadgeProps) {
  return (
    <span className={badgeLook(look)}>
      {icon}
      {children}
    </span>
  )
}
