import { X } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { SearchOne } from '../editing/SearchOne.tsx'
import { FilterBar } from '../filters/FilterBar.tsx'
import { FilterSelect } from '../filters/FilterSelect.tsx'
import { OrganizationField } from '../organizations/OrganizationField.tsx'
import { Button } from '../ui/Button.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { progressStates, type UserSearch } from './users-url.ts'

interface FiltersProps {
  search: UserSearch
  change: (fields: Partial<UserSearch>) => void
  /** Organisations whose names the page knows. */
  organizations: readonly ComboboxItem[]
  /** Absent for readers who may not see progress. */
  place: { education: ComboboxItem | null; occasion: ComboboxItem | null } | null
}

const kinds = ['member', 'external', 'inactive'] as const
const roles = ['Educator', 'OrganizationAdmin', 'Administrator', 'SuperAdministrator'] as const

/** Filters by education and progress. An occasion is set by the URL and can be removed here. */
function ProgressFilters({ search, change, place }: FiltersProps & { place: NonNullable<FiltersProps['place']> }) {
  const t = useTexts('users')
  const options = progressStates.map((state) => ({ value: state, label: t(`state.${state}`) }))
  return (
    <>
      {search.occasionId ? (
        <div>
          <p className="mb-1.5 font-semibold">{t('occasion')}</p>
          <Button
            icon={<Icon of={X} size={16} />}
            onClick={() => change({ occasionId: null, state: null })}
            aria-label={t('occasionLift')}
          >
            {place.occasion?.label ?? `#${search.occasionId}`}
          </Button>
        </div>
      ) : (
        <SearchOne
          kind="educations"
          name="education"
          label={t('education')}
          known={place.education ? [place.education] : []}
          value={search.educationId}
          onChange={(educationId) => change({ educationId, state: educationId ? search.state : null })}
          placeholder={t('anyEducation')}
        />
      )}
      {(search.educationId || search.occasionId) && (
        <FilterSelect
          name="state"
          label={t('state')}
          placeholder={t('anyState')}
          options={options}
          none={null}
          value={search.state}
          onChange={(state) => change({ state })}
        />
      )}
    </>
  )
}

/**
 * Search and filters of the list of people, which call `change` with what changes. With `place` there are also filters
 * by education or occasion and by the progress in it; null leaves them out.
 */
export function UserFilters(props: FiltersProps) {
  const { search, change, organizations, place } = props
  const t = useTexts('users')
  return (
    <FilterBar
      search={search}
      change={change}
      find={{ label: t('find'), placeholder: t('findHint'), className: 'col-span-2' }}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4 xl:grid-cols-6"
    >
      <OrganizationField
        name="organization"
        label={t('organization')}
        known={organizations}
        inactive
        value={search.organizationId}
        onChange={(organizationId) => change({ organizationId })}
        placeholder={t('anyOrganization')}
      />
      <FilterSelect
        name="role"
        label={t('role')}
        placeholder={t('anyRole')}
        options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
        none=""
        value={search.role}
        onChange={(role) => change({ role })}
      />
      <FilterSelect
        name="kind"
        label={t('kind')}
        placeholder={t('anyKind')}
        options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        none=""
        value={search.kind}
        onChange={(kind) => change({ kind })}
      />
      {place && <ProgressFilters {...props} place={place} />}
    </FilterBar>
  )
}
