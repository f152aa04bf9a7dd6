import type { LucideIconData } from '@lucide/icons'

export interface IconLook {
  /** Icon of `@lucide/icons`, for example `CalendarCheck`. */
  of: LucideIconData
  /** Width and height in pixels. */
  size?: number | undefined
}

/** Returns the classes of an icon: `lucide`, by which `theme/elements.css` sets the stroke, and `className`. */
export const iconClass = (className: string | null | undefined) => (className ? `lucide ${className}` : 'lucide')
