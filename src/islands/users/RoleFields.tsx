import type { ExtensionKind, Role } from '#api/actor.ts'
import { useItemSearch } from '../client/item-search.ts'
import { useTexts } from '../client/texts.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Select } from '../ui/Select.tsx'

/** Choices by kind: all categories and roles, and those organisations whose names are loaded. */
export type ListItems = Record<ExtensionKind, readonly ComboboxItem[]>
export type RoleLists = Partial<Record<ExtensionKind, number[]>>

/**
 * Change of a role. `takes` removes it, or removes what `lists` names of it; otherwise it is given, limited to the ids
 * in `lists`.
 */
export interface RoleChange {
  role: Role
  takes: boolean
  lists: RoleLists
}

/** Lists that apply to each role (spec G-078). */
const kindsByRole: Record<Role, readonly ExtensionKind[]> = {
  SuperAdministrator: [],
  Administrator: ['Organization'],
  Educator: ['EducationCategory', 'EducationRole', 'Organization'],
  OrganizationAdmin: ['Organization'],
}

/** Roles by frequency; the one with access to the whole portal is last, so that it is not chosen by mistake. */
const offeredRoles: readonly Role[] = ['Educator', 'OrganizationAdmin', 'Administrator', 'SuperAdministrator']

/** Lists the givable roles in the order in which the select offers them, by frequency, the superadministrator last. */
export const sortRoles = (givableRoles: readonly Role[]) => offeredRoles.filter((role) => givableRoles.includes(role))

interface RoleFieldsProps {
  givableRoles: readonly Role[]
  items: ListItems
  change: RoleChange
  onRole: (role: Role) => void
  onChange: (fields: Partial<RoleChange>) => void
  /** Whether a removal can be limited to a part of the role. */
  listsWhenTaking: boolean
}

/**
 * Fields for a role: which one, whether it is given or removed (`takes`), and the limits that the role has. `onRole`
 * receives another role, whose limits the caller chooses; `onChange` the other fields that changed. A removal has
 * limits with `listsWhenTaking` only.
 */
export function RoleFields({ givableRoles, items, change, onRole, onChange, listsWhenTaking }: RoleFieldsProps) {
  const t = useTexts('users')
  const { role, takes, lists } = change
  // An educator's organisations limit who is taught; without any it is everyone who takes part.
  const hintOf = (kind: ExtensionKind) =>
    takes ? 'listHint.take' : role === 'Educator' && kind === 'Organization' ? 'listHint.taught' : `listHint.${role}`
  const organizations = useItemSearch('organizations', items.Organization, { inactive: true })
  const choices = (kind: ExtensionKind, ids: readonly number[]) =>
    kind === 'Organization'
      ? {
          items: organizations.items,
          chosen: organizations.named(ids),
          onSearch: organizations.search,
          onOpen: organizations.begin,
        }
      : { items: items[kind], chosen: items[kind].filter(({ id }) => ids.includes(id)) }
  return (
    <>
      <Select
        name="given-role"
        label={t('role')}
        options={sortRoles(givableRoles).map((value) => ({ value, label: t(`role.${value}`) }))}
        value={role}
        onChange={({ target }) => onRole(givableRoles.find((one) => one === target.value) ?? role)}
      />
      <RadioGroup
        name="roles-direction"
        label={t('roles.direction')}
        value={takes ? 'take' : 'give'}
        onChange={(value) => onChange({ takes: value === 'take' })}
        choices={[
          { value: 'give', label: t('roles.giveChoice') },
          { value: 'take', label: t('roles.takeChoice') },
        ]}
      />
      {(!takes || listsWhenTaking) &&
        kindsByRole[role].map((kind) => (
          <MultiCombobox
            key={`${role} ${kind}`}
            name={`list-${kind}`}
            label={t(`list.${kind}`)}
            hint={t(hintOf(kind))}
            {...choices(kind, lists[kind] ?? [])}
            onChange={(chosen) => onChange({ lists: { ...lists, [kind]: chosen.map(({ id }) => id) } })}
          />
        ))}
    </>
  )
}

/**
 * Formats the names of a role's limits, at most `most` and then their number as `+3`. An id without a name is `#id`;
 * empty without limits.
 */
export function formatLimits(lists: RoleLists, items: ListItems, most = 2): string {
  const names = Object.entries(lists).flatMap(([kind, ids]) =>
    (ids ?? []).map((id) => items[kind as ExtensionKind].find((item) => item.id === id)?.label ?? `#${id}`),
  )
  return `${names.slice(0, most).join(', ')}${names.length > most ? ` +${names.length - most}` : ''}`
}
