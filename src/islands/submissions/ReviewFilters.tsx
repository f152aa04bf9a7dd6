import { useTexts } from '../client/texts.tsx'
import { FilterBar } from '../filters/FilterBar.tsx'
import { Combobox, type ComboboxItem } from '../ui/Combobox.tsx'
import { Select } from '../ui/Select.tsx'
import type { SubmissionSearch } from './submissions-url.ts'

export interface ReviewChoices {
  educations: ComboboxItem[]
  parts: (ComboboxItem & { educationIds: number[] })[]
}

interface FiltersProps extends ReviewChoices {
  search: SubmissionSearch
  change: (fields: Partial<SubmissionSearch>) => void
}

/**
 * Search, filters (education, part, only unassigned) and order of the review list, which call `change` with the changed
 * fields. The chosen education limits the parts to choose from, and another one empties the part. In the view of the
 * reader's own submissions the filter by reviewer is disabled.
 */
export function ReviewFilters({ search, change, educations, parts }: FiltersProps) {
  const t = useTexts('submissions')
  const { educationId, partId } = search
  const offeredParts = educationId ? parts.filter(({ educationIds }) => educationIds.includes(educationId)) : parts
  return (
    <FilterBar
      search={search}
      change={change}
      find={{ label: t('desk.find'), placeholder: t('desk.findHint'), className: 'col-span-2 lg:col-span-1' }}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[2fr_2fr_2fr_1fr_1.5fr]"
    >
      <Combobox
        name="education"
        label={t('desk.education')}
        items={educations}
        value={educationId}
        onChange={(id) => change({ educationId: id, partId: null })}
        placeholder={t('desk.anyEducation')}
      />
      <Combobox
        // Another education has other parts.
        key={educationId ?? 0}
        name="part"
        label={t('desk.part')}
        items={offeredParts}
        value={partId}
        onChange={(id) => change({ partId: id })}
        placeholder={t('desk.anyPart')}
      />
      <Select
        name="assignee"
        label={t('desk.assignee')}
        options={[
          { value: 'any', label: t('desk.anyAssignee') },
          { value: 'none', label: t('desk.unassigned') },
        ]}
        value={search.unassigned ? 'none' : 'any'}
        disabled={search.view === 'mine'}
        onChange={({ target }) => change({ unassigned: target.value === 'none' })}
      />
      <Select
        name="order"
        label={t('desk.order')}
        options={[
          { value: 'oldest', label: t('desk.oldest') },
          { value: 'newest', label: t('desk.newest') },
        ]}
        value={search.newest ? 'newest' : 'oldest'}
        onChange={({ target }) => change({ newest: target.value === 'newest' })}
      />
    </FilterBar>
  )
}
