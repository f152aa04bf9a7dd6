import type { ActiveFilters } from '#islands/url-state/filter-chips.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import { type OverviewSearch, type ParticipationFilter, participationsHref } from './overview-url.ts'

interface ParticipationFilterNames {
  search: OverviewSearch
  choice: ParticipationFilter
  organizations: readonly { id: number; name: string }[]
  t: Translate
  language: string
}

/**
 * Lists the active filters that the form does not show, in a fixed order, each with the path and query that remove it.
 * They are month, education, club, age, categories, organisations, and the lack of a category or district. An
 * organisation without a name is `#<id>`.
 */
export function createParticipationFilterLinks(names: ParticipationFilterNames): ActiveFilters {
  const { search, choice, organizations, t, language } = names
  const { month, educationId, clubId, under25 } = choice
  const nameOf = (id: number) => organizations.find((one) => one.id === id)?.name ?? `#${id}`
  const without = (change: Partial<ParticipationFilter>) => participationsHref(search, { ...choice, ...change })
  const otherwise = (change: Partial<OverviewSearch>) => participationsHref({ ...search, ...change }, choice)
  const { educationCategoryIds, organizationIds, withoutDistrict, withoutCategory } = search
  const chips = [
    month && {
      label: momentText(new Date(`${month}-15T12:00:00Z`), 'monthOfYear', language),
      href: without({ month: undefined }),
    },
    educationId && { label: t('onlyEducation'), href: without({ educationId: undefined }) },
    clubId !== undefined && {
      label: clubId === 0 ? t('withoutClub') : nameOf(clubId),
      href: without({ clubId: undefined }),
    },
    under25 && { label: t('hours.under25'), href: without({ under25: false }) },
    educationCategoryIds.length > 0 && { label: t('onlyCategories'), href: otherwise({ educationCategoryIds: [] }) },
    ...organizationIds.map((id) => ({
      label: nameOf(id),
      href: otherwise({ organizationIds: organizationIds.filter((one) => one !== id) }),
    })),
    withoutCategory && { label: t('withoutCategory'), href: otherwise({ withoutCategory: false }) },
    withoutDistrict && { label: t('withoutDistrict'), href: otherwise({ withoutDistrict: false }) },
  ].flatMap((one) => one || [])
  const all = { educationCategoryIds: [], organizationIds: [], withoutCategory: false, withoutDistrict: false }
  return { chips, clearHref: participationsHref({ ...search, ...all }, { state: choice.state }) }
}
