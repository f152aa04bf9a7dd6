import { Download, EllipsisVertical } from '@lucide/icons'
import { Suspense, useState } from 'react'
import type { Actor } from '#api/actor.ts'
import { maxMatchingUsers } from '#api/people/user-management/lists/rules.ts'
import type { ReplyText } from '../client/reply-text.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { useChoiceOfAll } from '../filters/use-choice-of-all.ts'
import { useOrganizationNames } from '../organizations/organization-names.ts'
import { Button } from '../ui/Button.tsx'
import { ColumnChoice } from '../ui/ColumnChoice.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { toast } from '../ui/toast.ts'
import { hasAllFields, type ListedPerson, type UsersPage } from './find-users.ts'
import { ReopenByName } from './ReopenByName.tsx'
import type { ListItems } from './RoleFields.tsx'
import { RowSettings } from './RowSettings.tsx'
import { UserChips } from './UserChips.tsx'
import type { OpenDialog } from './UserDialogs.tsx'
import { UserFilters } from './UserFilters.tsx'
import { UsersBulkBar } from './UsersBulkBar.tsx'
import { useExport } from './use-export.ts'
import { usePersonActions } from './use-person-actions.ts'
import { useUsers } from './use-users.ts'
import { userColumns } from './user-columns.tsx'
import { listHiddenColumns, toExportFilter, toShownColumns, type UserSearch, usersHref } from './users-url.ts'

// The dialogs have date pickers and comboboxes, which are most of the script of the list.
const UserDialogs = lazyWithRetry(() => import('./UserDialogs.tsx'))

interface UsersListProps {
  search: UserSearch
  found: ReplyText<UsersPage>
  items: ListItems
  actor: Pick<Actor, 'id' | 'roles'>
  /** False without the feature or the permission. */
  editsRoles: boolean
  place: { education: ComboboxItem | null; occasion: ComboboxItem | null } | null
  /** Heads of the reader's branches, whose memberships can be assigned; null for the whole federation. */
  roots: readonly number[] | null
}

function List(props: UsersListProps) {
  const { actor, editsRoles, place, roots } = props
  const t = useTexts('users')
  const language = useLanguage()
  const organizationNames = useOrganizationNames(props.items.Organization)
  const { names } = organizationNames
  const items = { ...props.items, Organization: names }
  const { search, found, problem, change, follow, replace, reload } = useUsers(
    props.search,
    props.found,
    organizationNames,
  )
  const narrow = (fields: Partial<UserSearch>) => {
    if (fields.organizationId) void organizationNames.learn([fields.organizationId])
    change(fields)
  }
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const hidden = listHiddenColumns(search)
  const hide = (next: ReadonlySet<string>) => change({ columns: toShownColumns(next), page: search.page })
  const exporting = useExport(search)
  const actionsOf = usePersonActions({
    actor,
    editsRoles,
    mayManage: ({ id }) => found.editableIds.includes(id),
    open: setOpened,
    onChanged: (person) => replace([person]),
  })
  const menu: Column<ListedPerson> = {
    key: 'menu',
    header: t('menu'),
    hidesHeader: true,
    cell: (person) =>
      hasAllFields(person) && (
        <Menu label={t('menuFor', { name: person.name })} actions={() => actionsOf(person)}>
          <Icon of={EllipsisVertical} size={20} />
        </Menu>
      ),
  }
  const columns = userColumns({ search, items, language, t })
  const changed = (person: ListedPerson | null, count: number) => {
    setOpened(null)
    if (person && hasAllFields(person)) return replace([person])
    toast(t('roles.done', { count }))
    setChosen(new Set())
    reload()
  }
  const pages = Math.ceil(found.total / found.pageSize)
  const all = useChoiceOfAll({
    key: JSON.stringify([toExportFilter(search, null), found.total]),
    chosenCount: chosen.size,
    total: found.total,
    most: maxMatchingUsers,
  })
  const shownAsChosen = all.isAll ? new Set([...chosen, ...found.items.map(({ id }) => id)]) : chosen
  const choose = (ids: ReadonlySet<number>) => {
    all.clear()
    setChosen(ids)
  }
  const isWholePage = found.items.length > 0 && found.items.every(({ id }) => chosen.has(id))
  return (
    // Links of the list are handled in place, since a page load would lose the selection.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link comes as a click
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the links in it
    <div onClick={follow}>
      <UserFilters search={search} change={narrow} place={place} organizations={names} />
      <UserChips search={search} place={place} organizations={names} />
      <div className="mt-4 mb-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted" aria-live="polite">
          {t('count', { count: found.total })}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted" role="status">
            {exporting.progress}
          </span>
          {search.kind === 'inactive' && <ReopenByName onReopened={reload} />}
          <Menu actions={exporting.actions(null)}>
            <Icon of={Download} size={18} /> {t('export')}
          </Menu>
          <ColumnChoice columns={columns} hidden={hidden} onChange={hide}>
            <RowSettings search={search} change={change} />
          </ColumnChoice>
        </div>
      </div>
      {opened && (
        <Suspense>
          <UserDialogs
            opened={opened}
            people={
              all.isAll
                ? { filter: toExportFilter(search, null), expectedCount: found.total }
                : { userIds: [...chosen] }
            }
            actor={actor}
            items={items}
            roots={roots}
            organizationId={search.organizationId}
            onChanged={changed}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
      {problem && <ErrorBox>{problem}</ErrorBox>}
      {found.items.length === 0 ? (
        <EmptyState title={t('none')} actions={<Button href="/users">{t('showAll')}</Button>}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <Table
          caption={t('title')}
          columns={[...columns, menu]}
          rows={found.items}
          idOf={({ id }) => id}
          hidden={hidden}
          sortedBy={{ key: search.sort, direction: search.descending ? 'descending' : 'ascending' }}
          isDense={search.dense}
          cards="named"
          selection={{ selected: shownAsChosen, onChange: choose, nameOf: ({ name }) => name }}
        />
      )}
      <div className="mt-6">
        <Pagination page={search.page} pages={pages} address={usersHref(search, { page: 1 })} />
      </div>
      <UsersBulkBar
        search={search}
        total={found.total}
        chosen={chosen}
        isWholePage={isWholePage && pages > 1}
        all={all}
        editsRoles={editsRoles}
        exporting={exporting}
        onChoose={setChosen}
        onRoles={() => setOpened({ kind: 'many' })}
      />
    </div>
  )
}

/**
 * List of people with search, in the URL, filters, roles and export. Actions follow the roles of the reader. Links of
 * the list are followed in place, so that the chosen people stay chosen; at most 500 chosen
 * people, or 2,000 that match, can be changed at once.
 */
export const UsersList = island(List)
