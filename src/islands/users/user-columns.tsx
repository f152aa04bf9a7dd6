import type { Role } from '#api/actor.ts'
import type { User } from '#api/people/users/contract.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import { useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Peek } from '../ui/Peek.tsx'
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

type PersonItems = Pick<ColumnOptions, 'items' | 'language' | 't'>

/** Lists what the list knows about a person, also in the columns that are hidden. */
function listFacts(person: ListedPerson, { items, language, t }: PersonItems) {
  const roles = (Object.entries(person.roles ?? {}) as [Role, User['roles'][Role]][]).map(([role, lists]) =>
    [t(`role.${role}`), formatLimits(lists ?? {}, items)].filter(Boolean).join(': '),
  )
  return [
    { name: t('state'), value: typeof person.state === 'number' ? t(`state.${person.state}`) : null },
    { name: t('organization'), value: Object.values(person.organizations).join(', ') },
    { name: t('rolesHeader'), value: roles.join('; ') },
    { name: t('email'), value: person.email },
    { name: t('phone'), value: person.phone },
    { name: t('birthDate'), value: person.birthDate },
    { name: t('idrottsId'), value: person.externalPersonId },
    { name: t('lastLogin'), value: person.lastLogin && momentText(person.lastLogin, 'day', language) },
  ]
}

function Name({ person, ...options }: PersonItems & { person: ListedPerson }) {
  const t = useTexts('users')
  const href = `/profile/${person.id}`
  const link = (
    <span className="lg:shrink-0">
      <Peek id={`person-${person.id}`} title={person.name} facts={listFacts(person, options)} href={href}>
        <a href={href} className="min-w-0 underline-offset-3 hover:underline">
          {person.name}
        </a>
      </Peek>
    </span>
  )
  return (
    <span className="block min-w-36 lg:flex lg:max-w-lg lg:min-w-64 lg:items-baseline lg:gap-x-3">
      {person.isExternal || person.inactive ? (
        <span className="flex flex-wrap items-center gap-2 lg:shrink-0">
          {link}
          {person.isExternal && <Badge>{t('kind.external')}</Badge>}
          {person.inactive && <Badge tone="warning">{t('kind.inactive')}</Badge>}
        </span>
      ) : (
        link
      )}
      {person.email && (
        // Without a width of its own, so that a long address makes the table no wider than the window.
        <span
          className="block text-sm font-normal wrap-anywhere text-muted lg:w-0 lg:grow lg:truncate"
          title={person.email}
        >
          {person.email}
        </span>
      )}
    </span>
  )
}

interface ColumnOptions {
  search: UserSearch
  items: ListItems
  language: string
  t: Translate
}

/**
 * Returns the columns of the list of people: name, state, organisations, roles, phone, birth date, IdrottsID and last
 * sign-in, in this order. Name and last sign-in link to the other order. The state is there only when the list is
 * filtered by an education or occasion. `items` name the limits of the roles.
 */
export function userColumns({ search, items, language, t }: ColumnOptions): Column<ListedPerson>[] {
  const hasState = getPlace(search) !== null
  return [
    {
      key: 'name',
      header: t('name'),
      isName: true,
      look: 'lg:w-1/3',
      sortHref: sortedHref(search, 'name'),
      cell: (person) => <Name person={person} items={items} language={language} t={t} />,
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
      look: 'whitespace-nowrap',
      cell: ({ phone }) => phone,
    },
    {
      key: 'birthDate',
      header: t('birthDate'),
      look: 'whitespace-nowrap',
      cell: ({ birthDate }) => birthDate,
    },
    { key: 'idrottsId', header: t('idrottsId'), cell: ({ externalPersonId }) => externalPersonId },
    {
      key: 'lastLogin',
      header: t('lastLogin'),
      sortHref: sortedHref(search, 'lastLogin'),
      look: 'xl:whitespace-nowrap',
      cell: ({ lastLogin }) => lastLogin && momentText(lastLogin, 'day', language),
    },
  ]
}
