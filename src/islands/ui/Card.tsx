import type { ReactNode } from 'react'
import { cardLook } from './card-look.ts'

interface CardProps {
  children: ReactNode
  /** Target of a link to the section. */
  id?: string | undefined
  title?: string | undefined
  /** Level of the heading. */
  level?: 2 | 3 | undefined
  /** Makes the whole card a link; its title is the link's text. */
  href?: string | undefined
  actions?: ReactNode
  className?: string | undefined
}

/**
 * Section with a heading (`h2` by default) for one thing. With `href` the whole card is a link. Without a title it
 * shows neither the link nor the actions.
 */
export function Card({ children, id, title, level = 2, href, actions, className }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section id={id} className={cardLook.frame(Boolean(href), className)}>
      {title && (
        <header className={cardLook.header}>
          <Heading className={cardLook.heading}>
            {href ? (
              <a href={href} className={cardLook.link}>
                {title}
              </a>
            ) : (
              title
            )}
          </Heading>
          {actions && <div className={cardLook.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
