import { type FormEvent, useState } from 'react'
import { island, useTexts } from '../client/texts.tsx'
import { SearchOne } from '../editing/SearchOne.tsx'
import { DayInput } from '../filters/FilterDay.tsx'
import { Button } from '../ui/Button.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Select } from '../ui/Select.tsx'
import { type Pairs, withPairs } from '../url-state/with-pairs.ts'
import { type OccasionSearch, occasionsHref, parseOccasionSearch } from './occasions-url.ts'

interface FiltersProps {
  search: OccasionSearch
  cities: readonly string[]
  /** Parts of the chosen education. */
  parts: readonly { id: number; title: string }[]
  /** Chosen items with their names. */
  education: ComboboxItem | null
  responsible: ComboboxItem | null
  /** Parameters of the URL that state order, columns and page size, which a change of the filter keeps. */
  viewPairs: Pairs
  /** Errors of days in the URL that cannot be read. */
  dayProblems: { startDate: string | undefined; endDate: string | undefined }
}

interface SearchFieldProps {
  kind: 'educations' | 'people'
  name: string
  label: string
  chosen: ComboboxItem | null
  onChange?: (id: number | null) => void
}

/** Searchable field; the form submits its id. */
function SearchField({ kind, name, label, chosen, onChange }: SearchFieldProps) {
  const t = useTexts('worklist')
  const [id, setId] = useState(chosen?.id ?? null)
  return (
    <SearchOne
      kind={kind}
      name={name}
      label={label}
      known={chosen ? [chosen] : []}
      value={id}
      onChange={(next) => {
        setId(next)
        onChange?.(next)
      }}
      placeholder={t('filter.any')}
    />
  )
}

/** Submits the form without empty fields, so that they stay out of the URL. */
function show(event: FormEvent<HTMLFormElement>, viewPairs: Pairs): void {
  event.preventDefault()
  const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
  location.assign(withPairs(occasionsHref(parseOccasionSearch(new URLSearchParams(typed), '')), viewPairs))
}

function Filters({ search, cities, parts, education, responsible, viewPairs, dayProblems }: FiltersProps) {
  const t = useTexts('worklist')
  const [educationId, setEducationId] = useState(search.educationId)
  return (
    <form
      method="get"
      action="/myeducations"
      onSubmit={(event) => show(event, viewPairs)}
      className="grid grid-cols-1 items-end gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-flow-col xl:grid-cols-none"
    >
      <input type="hidden" name="view" value="occasions" />
      {viewPairs.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className="grid grid-cols-2 gap-4 sm:contents">
        <DayInput
          name="startDate"
          label={t('filter.startDate')}
          value={search.startDate}
          error={dayProblems.startDate}
        />
        <DayInput name="endDate" label={t('filter.endDate')} value={search.endDate} error={dayProblems.endDate} />
      </div>
      <Select
        name="city"
        label={t('filter.city')}
        placeholder={t('filter.any')}
        options={cities.map((city) => ({ value: city, label: city }))}
        defaultValue={search.city}
      />
      <SearchField
        kind="educations"
        name="educationId"
        label={t('filter.education')}
        chosen={education}
        onChange={setEducationId}
      />
      {parts.length > 0 && educationId === search.educationId && (
        <Select
          name="educationPartId"
          label={t('filter.part')}
          placeholder={t('filter.any')}
          options={parts.map(({ id, title }) => ({ value: id, label: title }))}
          defaultValue={search.educationPartId ?? ''}
        />
      )}
      <SearchField kind="people" name="responsibleId" label={t('filter.responsible')} chosen={responsible} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t('filter.show')}</Button>
        <Button href="/myeducations?view=occasions">{t('filter.clear')}</Button>
      </div>
    </form>
  )
}

/**
 * Form with the filters of an educator's occasions, whose submission leads to the URL of the list. Empty fields stay
 * out of the URL, except the start date. Another education drops the part.
 */
export const OccasionFilters = island(Filters)
