import { useTexts } from '../client/texts.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { FilterChips } from '../ui/FilterChips.tsx'
import { createFilterChips } from '../url-state/filter-chips.ts'
import { type UserSearch, usersHref } from './users-url.ts'

interface UserChipsProps {
  search: UserSearch
  /** Organisations, education and occasion whose names the page knows; the label stands alone without one. */
  organizations: readonly ComboboxItem[]
  place: { education: ComboboxItem | null; occasion: ComboboxItem | null } | null
}

/** Active filters of the list of people. */
export function UserChips({ search, organizations, place }: UserChipsProps) {
  const t = useTexts('users')
  const nameOf = (items: readonly (ComboboxItem | null | undefined)[]) => (id: string) =>
    items.find((item) => String(item?.id) === id)?.label ?? ''
  // The progress is that in the education or occasion, so it goes with the last of them.
  const needed = search.educationId && search.occasionId ? [] : ['state']
  const active = createFilterChips(usersHref(search), [
    { name: 'text', label: t('find') },
    { name: 'organization', label: t('organization'), textOf: nameOf(organizations) },
    { name: 'role', label: t('role'), textOf: (role) => t(`role.${role}`) },
    { name: 'kind', label: t('kind'), textOf: (kind) => t(`kind.${kind}`) },
    { name: 'education', label: t('education'), textOf: nameOf([place?.education]), needed },
    { name: 'occasion', label: t('occasion'), textOf: nameOf([place?.occasion]), needed },
    { name: 'state', label: t('state'), textOf: (state) => t(`state.${state}`) },
  ])
  return <FilterChips {...active} className="mt-3" />
}
