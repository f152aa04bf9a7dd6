import type { ReactNode } from 'react'

interface CardProps {
  children: ReactNode
  title?: string | undefined
  /** The heading's level where the card stands. */
  level?: 2 | 3 | undefined
  /** Makes the whole card lead there, while the link is the title. */
  href?: string | undefined
  actions?: ReactNode
  className?: string | undefined
}

const frame = 'relative rounded-card border border-line bg-surface p-5 shadow-card'

/** A surface for one thing. */
export function Card({ children, title, level = 2, href, actions, className = '' }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={`${frame} ${href ? 'transition-shadow hover:shadow-float' : ''} ${className}`}>
      {title && (
        <header className="mb-3 flex items-start justify-between gap-4">
          <Heading className="text-xl">
            {href ? (
              <a href={href} className="after:absolute after:inset-0 after:rounded-card hover:text-accent-ink">
                {title}
              </a>
            ) : (
              title
            )}
          </Heading>
          {actions && <div className="relative z-1 flex gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
