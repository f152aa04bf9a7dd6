import type { Role } from '#api/actor.ts'
import type { User } from '#api/people/users/contract.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import { useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import type { Column } from '../ui/Table.tsx'
import type { ListedPerson } from './find-users.ts'
import { formatLimits, type ListItems } from './RoleFields.tsx'
import { getPlace, sortedHref, type UserSearch } from './users-url.ts'

function RoleBadges({ person, items }: { person: ListedPerson; items: ListItems }) {
  const t = useTexts('users')
  return (
    <span className="grid gap-1.5">
      {(Object.entries(person.roles ?? {}) as [Role, User['roles'][Role]][]).map(([role, lists]) => {
        const limits = formatLimits(lists ?? {}, items)
        return (
          // A role's name does not wrap in its badge; its limits may be long and wrap.
          <span key={role} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <Badge tone="accent">{t(`role.${role}`)}</Badge>
            {limits && <span className="text-sm text-muted">{limits}</span>}
          </span>
        )
      })}
    </span>
  )
}

function Name({ person }: { person: ListedPerson }) {
  const t = useTexts('users')
  return (
    <span className="block min-w-36 lg:min-w-80">
      <span className="flex flex-wrap items-center gap-2">
        <a href={`/profile/${person.id}`} className="underline-offset-3 hover:underline">
          {person.name}
        </a>
        {person.isExternal && <Badge>{t('kind.external')}</Badge>}
        {person.inactive && <Badge tone="warning">{t('kind.inactive')}</Badge>}
      </span>
      <span className="block text-sm font-normal wrap-anywhere text-muted">{person.email}</span>
    </span>
  )
}

interface ColumnOptions {
  search: UserSearch
  items: ListItems
  language: string
  t: Translate
}

/** Columns of the list; the state only when it is filtered by an education or occasion. */
export function userColumns({ search, items, language, t }: ColumnOptions): Column<ListedPerson>[] {
  const hasState = getPlace(search) !== null
  return [
    {
      key: 'name',
      header: t('name'),
      isName: true,
      sortHref: sortedHref(search, 'name'),
      cell: (person) => <Name person={person} />,
    },
    ...(hasState
      ? [
          {
            key: 'state',
            header: t('state'),
            cell: ({ state }: ListedPerson) => (state === null || state === undefined ? '' : t(`state.${state}`)),
          },
        ]
      : []),
    {
      key: 'organization',
      header: t('organization'),
      cell: ({ organizations }) => Object.values(organizations).join(', '),
    },
    {
      key: 'roles',
      header: t('rolesHeader'),
      cell: (person) => Object.keys(person.roles ?? {}).length > 0 && <RoleBadges person={person} items={items} />,
    },
    {
      key: 'phone',
      header: t('phone'),
      cell: ({ phone }) => phone && <span className="whitespace-nowrap">{phone}</span>,
    },
    {
      key: 'birthDate',
      header: t('birthDate'),
      cell: ({ birthDate }) => birthDate && <span className="whitespace-nowrap">{birthDate}</span>,
    },
    { key: 'idrottsId', header: t('idrottsId'), cell: ({ externalPersonId }) => externalPersonId },
    {
      key: 'lastLogin',
      header: t('lastLogin'),
      sortHref: sortedHref(search, 'lastLogin'),
      cell: ({ lastLogin }) =>
        lastLogin && <span className="lg:whitespace-nowrap">{momentText(lastLogin, 'day', language)}</span>,
    },
  ]
}

/** Columns that are hidden until the reader shows them. */
export const hiddenByDefault = ['phone', 'birthDate', 'idrottsId']
