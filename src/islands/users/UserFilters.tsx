import { X } from '@lucide/icons'
import { FoundOne } from '../editing/FoundOne.tsx'
import { OrganizationField } from '../organizations/OrganizationField.tsx'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Select } from '../ui/Select.tsx'
import { states, type UserSearch } from './users-url.ts'

interface FiltersProps {
  search: UserSearch
  change: (fields: Partial<UserSearch>) => void
  /** Names that the page knows. */
  organizations: readonly ComboboxItem[]
  /** Absent for whoever may not ask how far people have come. */
  place: { education: ComboboxItem | null; occasion: ComboboxItem | null } | null
}

const kinds = ['member', 'external', 'inactive'] as const
const roles = ['Educator', 'OrganizationAdmin', 'Administrator', 'SuperAdministrator'] as const

/** Who takes an education, and how far they have come. An occasion comes by its address, and is lifted here. */
function Learning({ search, change, place }: FiltersProps & { place: NonNullable<FiltersProps['place']> }) {
  const t = useTexts('users')
  const options = states.map((state) => ({ value: state, label: t(`state.${state}`) }))
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
        <FoundOne
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
        <Select
          name="state"
          label={t('state')}
          placeholder={t('anyState')}
          options={options}
          value={search.state ?? ''}
          onChange={({ target }) => change({ state: states.find((state) => String(state) === target.value) ?? null })}
        />
      )}
    </>
  )
}

/** What narrows the list; each choice is in force at once and stands in the address. */
export function UserFilters(props: FiltersProps) {
  const { search, change, organizations, place } = props
  const t = useTexts('users')
  return (
    <search className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4">
      <Field
        name="text"
        type="search"
        label={t('find')}
        placeholder={t('findHint')}
        value={search.text}
        onChange={(event) => change({ text: event.target.value })}
        className="col-span-2"
      />
      <OrganizationField
        name="organization"
        label={t('organization')}
        known={organizations}
        inactive
        value={search.organizationId}
        onChange={(organizationId) => change({ organizationId })}
        placeholder={t('anyOrganization')}
      />
      <Select
        name="role"
        label={t('role')}
        placeholder={t('anyRole')}
        options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
        value={search.role}
        onChange={({ target }) => change({ role: roles.find((role) => role === target.value) ?? '' })}
      />
      <Select
        name="kind"
        label={t('kind')}
        placeholder={t('anyKind')}
        options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={search.kind}
        onChange={({ target }) => change({ kind: kinds.find((kind) => kind === target.value) ?? '' })}
      />
      {place && <Learning {...props} place={place} />}
    </search>
  )
}
