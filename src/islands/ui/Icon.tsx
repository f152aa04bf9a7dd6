import { createElement, type SVGProps } from 'react'
import { type IconLook, iconLook } from './icon-look.ts'

type IconProps = IconLook & Omit<SVGProps<SVGSVGElement>, 'width' | 'height' | 'viewBox' | 'ref'>

/** Draws an icon; hidden from screen readers unless it has a label. */
export function Icon({ of, size, className, ...rest }: IconProps) {
  const { class: classes, ...look } = iconLook({ size }, className)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: an icon without a label is hidden from screen readers
    <svg {...look} className={classes} aria-hidden={rest['aria-label'] ? undefined : true} {...rest}>
      {of.node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  )
}
