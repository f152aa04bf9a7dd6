import { EllipsisVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Role } from '#api/actor.ts'
import type { User } from '#api/users/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { island, useLanguage, useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Combobox, type ComboboxItem } from '../ui/Combobox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Select } from '../ui/Select.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { toast } from '../ui/toast.ts'
import { addressOf, filterOf, type Search } from './list-address.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { type ListItems, RolesDialog } from './RolesDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'

interface UsersListProps {
  search: Search
  found: { items: User[]; total: number; page: number; pageSize: number }
  organizations: ComboboxItem[]
  items: ListItems
  /** Roles that the reader may give; none without the feature or the right. */
  given: Role[]
  isSuperadministrator: boolean
  isAdministrator: boolean
}

const wait = 250

/** Searches as one types; what is looked for stands in the address. */
function useSearch({ search: first, found: stored }: UsersListProps) {
  const [search, setSearch] = useState(first)
  const [found, setFound] = useState(stored)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)
  const change = (fields: Partial<Search>) => {
    const next = { ...search, page: 1, ...fields }
    setSearch(next)
    if (running.current) {
      clearTimeout(running.current.timer)
      running.current.stop.abort()
    }
    const stop = new AbortController()
    const ask = async () => {
      try {
        const answer = await api('POST /User/filtered', { body: filterOf(next) }, { signal: stop.signal })
        if (!answer || stop.signal.aborted) return
        setFound(answer)
        setProblem(null)
        history.replaceState(null, '', addressOf(next))
      } catch (error) {
        setProblem(failureOf(error).message)
      }
    }
    running.current = { timer: setTimeout(() => void ask(), 'text' in fields ? wait : 0), stop }
  }
  const replace = (changed: readonly User[]) => {
    const byId = new Map(changed.map((person) => [person.id, person]))
    setFound((now) => ({ ...now, items: now.items.map((person) => byId.get(person.id) ?? person) }))
  }
  return { search, found, problem, change, replace }
}

function Filters({
  search,
  change,
  organizations,
}: {
  search: Search
  change: (fields: Partial<Search>) => void
  organizations: ComboboxItem[]
}) {
  const t = useTexts('users')
  const roles = (['Educator', 'OrganizationAdmin', 'Administrator', 'SuperAdministrator'] as const).map((value) => ({
    value,
    label: t(`role.${value}`),
  }))
  const kinds = (['member', 'external', 'inactive'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))
  return (
    <search className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
      <Field
        name="text"
        type="search"
        label={t('find')}
        placeholder={t('findHint')}
        value={search.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <Select
        name="role"
        label={t('role')}
        placeholder={t('anyRole')}
        options={roles}
        value={search.role}
        onChange={(event) => change({ role: event.target.value as Search['role'] })}
      />
      <Combobox
        name="organization"
        label={t('organization')}
        items={organizations}
        value={search.organizationId}
        onChange={(organizationId) => change({ organizationId })}
        placeholder={t('anyOrganization')}
      />
      <Select
        name="kind"
        label={t('kind')}
        placeholder={t('anyKind')}
        options={kinds}
        value={search.kind}
        onChange={(event) => change({ kind: event.target.value as Search['kind'] })}
      />
    </search>
  )
}

function RoleBadges({ person, items }: { person: User; items: ListItems }) {
  const t = useTexts('users')
  return (
    <span className="flex flex-wrap gap-1.5">
      {(Object.entries(person.roles) as [Role, User['roles'][Role]][]).map(([role, lists]) => {
        const names = Object.entries(lists ?? {}).flatMap(([kind, ids]) =>
          (ids ?? []).map((id) => items[kind as keyof ListItems].find((item) => item.id === id)?.label ?? `#${id}`),
        )
        return (
          <Badge key={role} tone="accent">
            {t(`role.${role}`)}
            {names.length > 0 && `: ${names.slice(0, 2).join(', ')}${names.length > 2 ? ` +${names.length - 2}` : ''}`}
          </Badge>
        )
      })}
    </span>
  )
}

type Opened =
  | { kind: 'roles'; people: User[] }
  | { kind: 'edit'; person: User }
  | { kind: 'secret'; person: User; text: string | null; isLink: boolean }

function List(props: UsersListProps) {
  const { organizations, items, given, isSuperadministrator, isAdministrator } = props
  const t = useTexts('users')
  const language = useLanguage()
  const { search, found, problem, change, replace } = useSearch(props)
  // Kept by person, so that a selection reaches over the pages.
  const [chosen, setChosen] = useState<ReadonlyMap<number, User>>(new Map())
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const failed = (error: unknown) => toast(failureOf(error).message, 'danger')
  const select = (ids: Set<number>) => {
    const next = new Map([...chosen].filter(([id]) => ids.has(id)))
    for (const person of found.items) if (ids.has(person.id)) next.set(person.id, person)
    setChosen(next)
  }
  const secret = async (person: User, isLink: boolean) => {
    try {
      const text = isLink
        ? await api('GET /Authentication/SingleSignOnLinkForUser/:id', { params: { id: person.id } })
        : (await api('POST /Authentication/GeneratePassword', { body: { userId: person.id } })).password
      setOpened({ kind: 'secret', person, text, isLink })
    } catch (error) {
      failed(error)
    }
  }
  const reopen = async (person: User) => {
    try {
      replace([await api('PUT /user/ReactivateInactiveUser/:id', { params: { id: person.id } })])
      toast(t('reopened', { name: person.name }))
    } catch (error) {
      failed(error)
    }
  }
  const actionsOf = (person: User) => [
    { id: 'edit', label: t('menu.edit'), onAction: () => setOpened({ kind: 'edit', person }) },
    ...(given.length > 0
      ? [{ id: 'roles', label: t('menu.roles'), onAction: () => setOpened({ kind: 'roles', people: [person] }) }]
      : []),
    ...(isAdministrator
      ? [{ id: 'password', label: t('menu.password'), onAction: () => void secret(person, false) }]
      : []),
    ...(isSuperadministrator ? [{ id: 'link', label: t('menu.link'), onAction: () => void secret(person, true) }] : []),
    ...(person.inactive ? [{ id: 'reopen', label: t('menu.reopen'), onAction: () => void reopen(person) }] : []),
  ]
  const columns: Column<User>[] = [
    {
      key: 'name',
      header: t('name'),
      isName: true,
      cell: (person) => (
        <span className="block min-w-44">
          <span className="flex flex-wrap items-center gap-2">
            <a href={`/profile/${person.id}`} className="underline-offset-3 hover:underline">
              {person.name}
            </a>
            {person.isExternal && <Badge>{t('kind.external')}</Badge>}
            {person.inactive && <Badge tone="warning">{t('kind.inactive')}</Badge>}
          </span>
          <span className="block text-sm font-normal wrap-anywhere text-muted">{person.email}</span>
        </span>
      ),
    },
    { key: 'organization', header: t('organization'), cell: ({ organizations: own }) => Object.values(own).join(', ') },
    { key: 'roles', header: t('rolesHeader'), cell: (person) => <RoleBadges person={person} items={items} /> },
    {
      key: 'menu',
      header: t('menu'),
      headerHidden: true,
      cell: (person) => (
        <Menu label={t('menuFor', { name: person.name })} actions={actionsOf(person)}>
          <EllipsisVertical size={20} aria-hidden />
        </Menu>
      ),
    },
  ]
  return (
    <div>
      <Filters search={search} change={change} organizations={organizations} />
      <p className="mt-5 mb-2 text-muted" aria-live="polite">
        {t('count', { count: found.total })}
      </p>
      {problem && <ErrorBox>{problem}</ErrorBox>}
      {found.items.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <Table
          caption={t('title')}
          columns={columns}
          rows={found.items}
          idOf={({ id }) => id}
          selection={
            given.length > 0
              ? { selected: new Set(chosen.keys()), onChange: select, nameOf: ({ name }) => name }
              : undefined
          }
        />
      )}
      <Pagination
        page={search.page}
        pages={Math.ceil(found.total / found.pageSize)}
        address={addressOf({ ...search, page: 1 })}
        language={language}
      />
      <BulkBar count={chosen.size} onClear={() => setChosen(new Map())}>
        <Button size="small" tone="primary" onClick={() => setOpened({ kind: 'roles', people: [...chosen.values()] })}>
          {t('menu.roles')}
        </Button>
      </BulkBar>
      {opened?.kind === 'roles' && (
        <RolesDialog
          people={opened.people}
          given={given}
          items={items}
          onDone={(changed) => {
            replace(changed)
            setChosen(new Map())
            toast(t('roles.done', { count: changed.length }))
            close()
          }}
          onClose={close}
        />
      )}
      {opened?.kind === 'edit' && (
        <PersonDialog
          person={opened.person}
          onSaved={(person) => {
            replace([person])
            toast(t('saved', { name: person.name }))
            close()
          }}
          onClose={close}
        />
      )}
      {opened?.kind === 'secret' && <SecretDialog {...opened} onClose={close} />}
    </div>
  )
}

export const UsersList = island(List)
