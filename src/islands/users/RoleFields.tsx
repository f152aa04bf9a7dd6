import type { ExtensionKind, Role } from '#api/actor.ts'
import { useFoundItems } from '../client/found-items.ts'
import { useTexts } from '../client/texts.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { ManyChoice } from '../ui/ManyChoice.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Select } from '../ui/Select.tsx'

/** All categories and roles; of organisations, of which there are thousands, those whose names are shown. */
export type ListItems = Record<ExtensionKind, readonly ComboboxItem[]>
export type Lists = Partial<Record<ExtensionKind, number[]>>

/** What is to happen with a role. */
export interface Wanted {
  role: Role
  takes: boolean
  lists: Lists
}

/** Which lists mean something to a role (spec G-078). */
const kindsOf: Record<Role, readonly ExtensionKind[]> = {
  SuperAdministrator: [],
  Administrator: ['Organization'],
  Educator: ['EducationCategory', 'EducationRole', 'Organization'],
  OrganizationAdmin: ['Organization'],
}

/** The most given first, and last what opens the whole portal: a slip of the hand should not reach it. */
const offered: readonly Role[] = ['Educator', 'OrganizationAdmin', 'Administrator', 'SuperAdministrator']

/** The roles to choose between, in the order that they are offered in. */
export const inOffer = (given: readonly Role[]) => offered.filter((role) => given.includes(role))

interface RoleFieldsProps {
  given: readonly Role[]
  items: ListItems
  wanted: Wanted
  onRole: (role: Role) => void
  onChange: (fields: Partial<Wanted>) => void
  /** Also what is to be taken can be less than the whole role. */
  listsWhenTaking: boolean
}

/** The role, whether it is given or taken, and what it is limited to. */
export function RoleFields({ given, items, wanted, onRole, onChange, listsWhenTaking }: RoleFieldsProps) {
  const t = useTexts('users')
  const { role, takes, lists } = wanted
  // What an educator teaches is limited otherwise than whom: without organisations it is whoever takes part.
  const hintOf = (kind: ExtensionKind) =>
    takes ? 'listHint.take' : role === 'Educator' && kind === 'Organization' ? 'listHint.taught' : `listHint.${role}`
  const organizations = useFoundItems('organizations', items.Organization, { inactive: true })
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
        options={inOffer(given).map((value) => ({ value, label: t(`role.${value}`) }))}
        value={role}
        onChange={({ target }) => onRole(given.find((one) => one === target.value) ?? role)}
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
        kindsOf[role].map((kind) => (
          <ManyChoice
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

/** The names of what a role is limited to, in short. */
export function limitsOf(lists: Lists, items: ListItems, most = 2): string {
  const names = Object.entries(lists).flatMap(([kind, ids]) =>
    (ids ?? []).map((id) => items[kind as ExtensionKind].find((item) => item.id === id)?.label ?? `#${id}`),
  )
  return `${names.slice(0, most).join(', ')}${names.length > most ? ` +${names.length - most}` : ''}`
}
