import { ChevronRight } from 'lucide-react'
import { useTexts } from '../texts.tsx'

interface Crumb {
  label: string
  /** Absent for the page itself. */
  href?: string | undefined
}

/** The way back up. */
export function Breadcrumb({ crumbs, language }: { crumbs: readonly Crumb[]; language?: string | undefined }) {
  const t = useTexts('common', language)
  return (
    <nav aria-label={t('breadcrumb')} className="mb-3">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {crumbs.map(({ label, href }, at) => (
          <li key={label} className="flex items-center gap-1.5">
            {at > 0 && <ChevronRight size={14} className="shrink-0" aria-hidden />}
            {href ? (
              <a href={href} className="py-1 underline-offset-3 hover:text-ink hover:underline">
                {label}
              </a>
            ) : (
              <span aria-current="page" className="py-1 font-medium text-ink">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
