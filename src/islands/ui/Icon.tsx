import { createElement, type SVGProps } from 'react'
import { type IconLook, iconClass } from './icon-look.ts'

type IconProps = IconLook & Omit<SVGProps<SVGSVGElement>, 'width' | 'height' | 'viewBox' | 'ref'>

/**
 * Draws the icon `of`, 24 pixels wide and high unless `size` says otherwise. Hidden from screen readers unless it has
 * an `aria-label`.
 */
export function Icon({ of, size = 24, className, ...rest }: IconProps) {
  const label = rest['aria-label']
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: an icon without a label is hidden from screen readers
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={iconClass(className)}
      aria-hidden={label ? undefined : true}
      {...rest}
    >
      {of.node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  )
}
