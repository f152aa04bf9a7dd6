import { createElement, type ReactNode, type SVGProps } from 'react'

interface IconData {
  node: [tag: string, attributes: Record<string, string>][]
}

interface LucideIconProps extends SVGProps<SVGSVGElement> {
  icon: IconData
  size?: number | string
  children?: ReactNode
}

const isNamed = (props: object) =>
  Object.entries(props).some(
    ([name, value]) => value != null && (name === 'role' || name === 'title' || name.startsWith('aria-')),
  )

/**
 * Stands in for the icon component of lucide-react (see astro.config.mjs), whose eleven attributes and three class names on each of 150
 * icons were a quarter of a list's markup: what is always the same is in theme.css, under `.lucide`.
 */
export default function LucideIcon({ icon, size = 24, className, children, ...rest }: LucideIconProps) {
  const shape = {
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    className: className ? `lucide ${className}` : 'lucide',
  }
  const hidden = children || isNamed(rest) ? {} : { 'aria-hidden': true }
  const inside = icon.node.map(([tag, attributes]) => createElement(tag, attributes))
  return createElement('svg', { ...shape, ...hidden, ...rest }, inside, children)
}
