import { X } from 'lucide-react'
import type { EducationFilters } from '#api/office/education-list/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../texts.tsx'
import { Link } from '../ui/Link.tsx'
import type { ActiveFilter } from './list-address.ts'

function useNames(choices: EducationFilters) {
  const t = useTexts('educations')
  const language = useLanguage()
  return ({ kind, value }: ActiveFilter): string => {
    if (kind === 'city') return value
    if (kind === 'category') return choices.categories.find(({ id }) => String(id) === value)?.name ?? value
    if (kind === 'role') return choices.roles.find(({ id }) => String(id) === value)?.name ?? value
    const isDay = kind === 'startDate' || kind === 'endDate'
    return t(`chip.${kind}`, { value: isDay ? momentText(new Date(value), 'day', language) : value })
  }
}

/** What narrows the list, each a link that lifts it. */
export function ActiveFilters({ filters, choices }: { filters: readonly ActiveFilter[]; choices: EducationFilters }) {
  const t = useTexts('educations')
  const nameOf = useNames(choices)
  if (filters.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label={t('active')} className="contents">
        {filters.map((filter) => (
          <li key={`${filter.kind} ${filter.value}`}>
            <a
              href={filter.href}
              aria-label={t('lift', { name: nameOf(filter) })}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2.5 pl-3.5 text-sm font-semibold text-accent-ink hover:underline"
            >
              {nameOf(filter)}
              <X size={15} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
      <Link href="/educations?all=1" className="px-1 text-sm">
        {t('clearFilters')}
      </Link>
    </div>
  )
}
