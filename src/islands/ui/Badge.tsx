import type { ReactNode } from 'react'
import { type BadgeLook, badgeLook } from './badge-look.ts'

type BadgeProps = BadgeLook & { children: ReactNode; icon?: ReactNode }

/**
 * Status in one or two words, in `tone` (`neutral` by default), after an optional icon. The words carry the meaning,
 * the colour only supports it. With `wraps` a longer text breaks into lines, `isEdged` sets
 * it off from a background of its own colour.
 */
export function Badge({ children, icon, ...look }: BadgeProps) {
  return (
    <span className={badgeLook(look)}>
      {icon}
      {children}
    </span>
  )
}
