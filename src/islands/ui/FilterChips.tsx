import { X } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { filterChipsLook } from './filter-chips-look.ts'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

interface FilterChipsProps {
  /** Active filters, each with the URL that removes it. */
  chips: readonly { label: string; href: string }[]
  /** URL of the list without its filters. */
  clearHref: string
  className?: string
}

/**
 * The active filters of a list, each as a link that removes it, and a link that removes all of them; nothing without
 * any. Needs no script.
 */
export function FilterChips({ chips, clearHref, className = '' }: FilterChipsProps) {
  const t = useTexts('common')
  if (chips.length === 0) return null
  return (
    <div className={`${filterChipsLook.frame} ${className}`}>
      <ul aria-label={t('filters')} className="contents">
        {chips.map(({ label, href }) => (
          <li key={href} className="min-w-0">
            <a href={href} className={filterChipsLook.chip}>
              <span className="sr-only">{t('removeFilter')} </span>
              <span className="truncate">{label}</span>
              <Icon of={X} size={15} />
            </a>
          </li>
        ))}
      </ul>
      <Link href={clearHref} className={filterChipsLook.clear}>
        {t('clearFilters')}
      </Link>
    </div>
  )
}
