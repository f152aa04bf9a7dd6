import { asc, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import { type FoundUser, foundColumns, foundFrom, type Sight } from '../storage.ts'
import { users } from '../table.ts'
import type { ResultState, userOrders } from './contract.ts'

export interface Window {
  page: number
  pageSize: number
}

export interface Order {
  sort: (typeof userOrders)[number]
  descending: boolean
}

export interface Listed {
  user: FoundUser
  state: ResultState | null
  completedAt: Date | null
}

interface Progress {
  state: SQL
  completedAt: SQL
}

const none: Progress = { state: sql`null`, completedAt: sql`null` }

export interface Chosen {
  where: SQL
  /** The caller may ask. */
  allowed?: SQL
  progress?: Progress
}

const selectUsers = (db: Database, sight: Sight, progress: Progress) =>
  db.query
    .select({
      ...foundColumns(sight),
      state: sql<ResultState | null>`${progress.state}`.as('state'),
      completedAt: sql<string | null>`${progress.completedAt}`.as('completed_at'),
    })
    .from(users)

type ListedRow = Awaited<ReturnType<typeof selectUsers>>[number]

const listedFrom = (row: ListedRow): Listed => ({
  user: foundFrom(row),
  state: row.state,
  completedAt: row.completedAt === null ? null : new Date(row.completedAt),
})

const selectHead = (db: Database, { where, allowed = sql`true` }: Chosen) =>
  db.query
    .select({ total: sql<number>`count(*)`.as('total'), allowed: sql<number>`${allowed}`.as('allowed') })
    .from(users)
    .where(where)

/** Those who have never signed in have done so longest ago. */
function orderOf({ sort, descending }: Order): SQL[] {
  const column = sort === 'lastLogin' ? users.lastLoginAt : users.nameKey
  const direct = descending ? desc : asc
  return [direct(column), direct(users.id)]
}

/** One page of people, how many there are, and whether the caller may ask: one round trip. */
export async function listUsers(
  db: Database,
  chosen: Chosen,
  sight: Sight,
  { page, pageSize, ...order }: Window & Order,
) {
  const [[head], rows] = await db.read([
    selectHead(db, chosen),
    selectUsers(db, sight, chosen.progress ?? none)
      .where(chosen.where)
      .orderBy(...orderOf(order))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ])
  return { items: rows.map(listedFrom), total: head?.total ?? 0, allowed: head?.allowed === 1 }
}

/** Where a reader of all people has come to. */
export interface After {
  nameKey: string
  id: number
}

/** The next people by name; at the beginning also how many there will be. */
export async function listUsersAfter(db: Database, chosen: Chosen, sight: Sight, after: After | null, limit: number) {
  const beyond = after ? sql`(users.name_key, users.id) > (${after.nameKey}, ${after.id})` : sql`true`
  const [[head], rows] = await db.read([
    after ? selectHead(db, { ...chosen, where: sql`false` }) : selectHead(db, chosen),
    selectUsers(db, sight, chosen.progress ?? none)
      .where(sql`${chosen.where} and ${beyond}`)
      .orderBy(...orderOf({ sort: 'name', descending: false }))
      .limit(limit),
  ])
  const last = rows.at(-1)?.user
  const next = last && rows.length === limit ? { nameKey: last.nameKey ?? '', id: last.id } : null
  return { items: rows.map(listedFrom), total: after ? null : (head?.total ?? 0), next, allowed: head?.allowed === 1 }
}

export async function listSeveral(db: Database, ids: readonly number[], sight: Sight): Promise<FoundUser[]> {
  const rows = await db.query
    .select(foundColumns(sight))
    .from(users)
    .where(inArray(users.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))
    .orderBy(users.nameKey, users.id)
  return rows.map(foundFrom)
}

/** Somebody signs in by that name, or is written to at that address. */
export async function isTaken(db: Database, nameOrEmail: string): Promise<boolean> {
  const [row] = await db.query
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.userName}) = lower(${nameOrEmail}) or lower(${users.email}) = lower(${nameOrEmail})`)
    .limit(1)
  return row !== undefined
}
