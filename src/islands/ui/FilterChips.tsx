import { X } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

interface FilterChipsProps {
  /** Active filters, each with the URL that removes it. */
  chips: readonly { label: string; href: string }[]
  /** URL of the list without its filters. */
  clearHref: string
  className?: string
  /** Language of its own texts; needed outside an island only. */
  language?: string | undefined
}

/**
 * The active filters of a list, each as a link that removes it, and a link that removes all of them; nothing without
 * any. Needs no script.
 */
export function FilterChips({ chips, clearHref, className = '', language }: FilterChipsProps) {
  const t = useTexts('common', language)
  if (chips.length === 0) return null
  return (
    <div className={`flex flex-wrap items-center gap-2 ${className}`}>
      <ul aria-label={t('filters')} className="contents">
        {chips.map(({ label, href }) => (
          <li key={href} className="min-w-0">
            <a
              href={href}
              className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2.5 pl-3.5 text-sm font-semibold text-accent-ink hover:underline"
            >
              <span className="sr-only">{t('removeFilter')} </span>
              <span className="truncate">{label}</span>
              <Icon of={X} size={15} />
            </a>
          </li>
        ))}
      </ul>
      <Link href={clearHref} className="inline-flex min-h-8 items-center px-1 text-sm">
        {t('clearFilters')}
      </Link>
    </div>
  )
}
