import type { LucideIconData } from '@lucide/icons'

export interface IconLook {
  /** An icon of `@lucide/icons`, for example `CalendarCheck`. */
  of: LucideIconData
  /** Width and height in pixels. */
  size?: number | undefined
}

/** Returns the attributes that differ from icon to icon; the stroke is set by `.lucide` in `theme/elements.css`. */
export const iconLook = ({ size = 24 }: Pick<IconLook, 'size'>, className = '') => ({
  width: size,
  height: size,
  viewBox: '0 0 24 24',
  class: className ? `lucide ${className}` : 'lucide',
})
