import { asc, desc, inArray, type SQL, sql } from 'drizzle-orm'
import { type ListFilter, type PageRequest, selectListPage } from '#api/people/reach/list-page.ts'
import { type FoundUser, foundUserColumns, type SightConditions, toFoundUser } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import { findTakenFields } from '#api/people/users/taken-fields.ts'
import type { Database } from '#platform/database.ts'
import type { ResultState, userOrders } from './contract.ts'

export interface PageWindow {
  page: number
  pageSize: number
}

export interface UserOrder {
  sort: (typeof userOrders)[number]
  descending: boolean
}

export interface ListedPerson {
  user: FoundUser
  /** Names by id of the organisations that the person's roles are limited to. */
  roleOrganizations: Record<string, string>
  state: ResultState | null
  completedAt: Date | null
}

interface Progress {
  state: SQL
  completedAt: SQL
}

const none: Progress = { state: sql`null`, completedAt: sql`null` }

export interface PeopleSelection extends ListFilter {
  /** SQL condition: the caller may list these people; absent when always. */
  allowed?: SQL
  progress?: Progress
}

const roleOrganizations = sql<string>`(select json_group_object(limiting.id, limiting.name)
  from role_extensions held join organizations limiting on limiting.id = held.reference_id
  where held.user_id = users.id and held.kind = 'Organization')`

/**
 * Selects a row for each person of the page, or one row without a person, so that the total of an empty page is known.
 */
const selectPage = (
  db: Database,
  sight: SightConditions,
  { allowed = sql`true`, progress = none, ...narrowing }: PeopleSelection,
  page: PageRequest,
) =>
  db.query
    .select({
      ...foundUserColumns(sight),
      roleOrganizations: roleOrganizations.as('role_organizations'),
      state: sql<ResultState | null>`${progress.state}`.as('state'),
      completedAt: sql<string | null>`${progress.completedAt}`.as('completed_at'),
      total: sql<number>`found.total`.as('total'),
      allowed: sql<number>`found.allowed`.as('allowed'),
    })
    .from(sql`${selectListPage('users', narrowing, page, allowed)} as found`)
    .leftJoin(sql`json_each(found.ids) as place`, sql`true`)
    .leftJoin(users, sql`users.id = place.value`)
    .orderBy(sql`place.key`)

type PageRow = Awaited<ReturnType<typeof selectPage>>[number]

function toListedPerson({ user, ...row }: PageRow): ListedPerson[] {
  if (!user) return []
  const completedAt = row.completedAt === null ? null : new Date(row.completedAt)
  const names = JSON.parse(row.roleOrganizations) as ListedPerson['roleOrganizations']
  return [{ user: toFoundUser({ ...row, user }), roleOrganizations: names, state: row.state, completedAt }]
}

async function readPage(db: Database, chosen: PeopleSelection, sight: SightConditions, page: PageRequest) {
  const rows = await selectPage(db, sight, chosen, page)
  const [head] = rows
  return { items: rows.flatMap(toListedPerson), total: head?.total ?? 0, allowed: head?.allowed === 1 }
}

/** Returns the order. People who have never signed in come first by last sign-in. */
function orderOf({ sort, descending }: UserOrder): SQL {
  const column = sort === 'lastLogin' ? users.lastLoginAt : users.nameKey
  const direct = descending ? desc : asc
  return sql`${direct(column)}, ${direct(users.id)}`
}

/**
 * Lists one page of the people of a selection in the given order with the total, and whether the caller may list them
 * (`allowed`). `page` counts from 1. `sight` says of each what the caller may know, and leaves nobody out: `chosen`
 * alone does. The caller refuses when `allowed` is false; reads are not recorded here.
 */
export const listUsers = (
  db: Database,
  chosen: PeopleSelection,
  sight: SightConditions,
  { page, pageSize, ...order }: PageWindow & UserOrder,
) => readPage(db, chosen, sight, { order: orderOf(order), limit: pageSize, offset: (page - 1) * pageSize })

/** Position in an export: the last person so far. */
export interface ExportCursor {
  nameKey: string
  id: number
}

/**
 * Lists at most `limit` people of a selection by name after the cursor `after`; null lists the first ones, with the
 * total, which is null otherwise. `next` is null when fewer than `limit` were left, so the last portion may be empty.
 * The caller refuses when `allowed` is false.
 */
export async function listUsersAfter(
  db: Database,
  chosen: PeopleSelection,
  sight: SightConditions,
  after: ExportCursor | null,
  limit: number,
) {
  const beyond = after ? sql`(users.name_key, users.id) > (${after.nameKey}, ${after.id})` : undefined
  const order = orderOf({ sort: 'name', descending: false })
  const { items, total, allowed } = await readPage(db, chosen, sight, { order, limit, offset: 0, afterCursor: beyond })
  const last = items.at(-1)?.user
  const next = last && items.length === limit ? { nameKey: last.nameKey ?? '', id: last.id } : null
  return { items, total: after ? null : total, next, allowed }
}

/**
 * Lists people by id, sorted by name, inactive, erased and merged-away ones too; unknown ids are left out. People whom
 * the caller may not see are listed too: check `isVisible` and the like of each.
 */
export async function listUsersById(
  db: Database,
  ids: readonly number[],
  sight: SightConditions,
): Promise<FoundUser[]> {
  const rows = await db.query
    .select(foundUserColumns(sight))
    .from(users)
    .where(inArray(users.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))
    .orderBy(users.nameKey, users.id)
  return rows.map(toFoundUser)
}

/**
 * Returns whether a person has the text as user name or e-mail address, in upper or lower case; also the hidden e-mail
 * address of a protected identity.
 */
export async function isNameOrEmailTaken(db: Database, nameOrEmail: string): Promise<boolean> {
  const takenFields = await findTakenFields(db, { email: nameOrEmail, userName: nameOrEmail })
  return takenFields.email || takenFields.userName
}
