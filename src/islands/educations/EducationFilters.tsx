import { Search, SlidersHorizontal } from 'lucide-react'
import type { EducationFilters as Choices } from '#api/office/education-list/contract.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import type { ListFilter } from './list-address.ts'

interface FiltersProps {
  filter: ListFilter
  choices: Choices
  /** How many filters narrow the list, the text aside. */
  active: number
}

function Categories({ filter, choices }: Omit<FiltersProps, 'active'>) {
  const t = useTexts('educations')
  if (choices.categories.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{t('category')}</legend>
      {choices.categories.map(({ id, name }) => (
        <Checkbox
          key={id}
          name="category"
          id={`category-${id}`}
          value={id}
          label={name}
          defaultChecked={filter.category.includes(id)}
        />
      ))}
    </fieldset>
  )
}

function Rest({ filter, choices }: Omit<FiltersProps, 'active'>) {
  const t = useTexts('educations')
  const roles = choices.roles.map(({ id, name }) => ({ value: id, label: name }))
  const cities = choices.cities.map((city) => ({ value: city, label: city }))
  return (
    <>
      <Select
        name="role"
        label={t('role')}
        placeholder={t('anyRole')}
        options={roles}
        defaultValue={filter.role[0] ?? ''}
      />
      <Select
        name="city"
        label={t('city')}
        placeholder={t('anyCity')}
        options={cities}
        defaultValue={filter.city[0] ?? ''}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field name="startDate" type="date" label={t('startDate')} defaultValue={filter.startDate} />
        <Field name="endDate" type="date" label={t('endDate')} defaultValue={filter.endDate} />
      </div>
      <div>
        <Checkbox name="free" value="true" label={t('free')} defaultChecked={filter.free} />
        <Checkbox name="freeSpots" value="true" label={t('freeSpots')} defaultChecked={filter.freeSpots} />
      </div>
    </>
  )
}

/** Search and filters as one form whose answer is an address; needs no script. */
export function EducationFilters({ filter, choices, active }: FiltersProps) {
  const t = useTexts('educations')
  return (
    <search>
      <form action="/educations" method="get" autoComplete="off" data-lean="all" className="grid gap-5">
        <div className="flex items-end gap-2">
          <Field
            className="flex-1"
            name="text"
            type="search"
            label={t('search')}
            placeholder={t('searchHint')}
            defaultValue={filter.text}
            maxLength={200}
          />
          <Button type="submit" tone="primary" aria-label={t('search')} icon={<Search size={20} aria-hidden />} />
        </div>
        <Button type="submit" tone="quiet" size="small" formAction="/search" className="-mt-3 justify-self-start">
          {t('searchAll')}
        </Button>
        <details className="rounded-card border border-line bg-surface lg:border-0 lg:bg-transparent lg:[&::details-content]:[content-visibility:visible]">
          <summary className="flex min-h-11 items-center gap-2 px-4 font-semibold supports-[selector(::details-content)]:lg:hidden">
            <SlidersHorizontal size={18} aria-hidden />
            {active > 0 ? t('showFilters', { count: active }) : t('filters')}
          </summary>
          <div className="grid gap-5 px-4 pb-4 lg:p-0">
            <Categories {...{ filter, choices }} />
            <Rest {...{ filter, choices }} />
            <Button type="submit" tone="primary" wide>
              {t('apply')}
            </Button>
          </div>
        </details>
      </form>
    </search>
  )
}
