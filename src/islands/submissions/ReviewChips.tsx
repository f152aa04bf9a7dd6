import { useTexts } from '../client/texts.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { FilterChips } from '../ui/FilterChips.tsx'
import { createFilterChips } from '../url-state/filter-chips.ts'
import type { ReviewChoices } from './ReviewFilters.tsx'
import { type SubmissionSearch, submissionsUrl } from './submissions-url.ts'

interface ReviewChipsProps extends ReviewChoices {
  search: SubmissionSearch
}

/** Active filters of the review list; the view, which is a tab, and the order are none. */
export function ReviewChips({ search, educations, parts }: ReviewChipsProps) {
  const t = useTexts('submissions')
  const nameOf = (items: readonly ComboboxItem[]) => (id: string) => items.find((item) => String(item.id) === id)?.label
  // In the view of the reader's own submissions the filter by reviewer means nothing.
  const unassigned = search.unassigned && search.view !== 'mine'
  const active = createFilterChips(submissionsUrl.href({ ...search, unassigned }), [
    { name: 'text', label: t('desk.find') },
    { name: 'education', label: t('desk.education'), textOf: nameOf(educations), needed: ['part'] },
    { name: 'part', label: t('desk.part'), textOf: nameOf(parts) },
    { name: 'unassigned', label: t('desk.unassigned'), textOf: () => '' },
  ])
  return <FilterChips {...active} className="mt-3" />
}
