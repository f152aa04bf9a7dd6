import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import { type FoundUser, foundColumns, foundFrom, type Sight } from '../storage.ts'
import { users } from '../table.ts'
import type { ResultState } from './contract.ts'

export interface Window {
  page: number
  pageSize: number
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

/** One page of people by name, how many there are, and whether the caller may ask: one round trip. */
export async function listUsers(
  db: Database,
  where: SQL,
  sight: Sight,
  { page, pageSize }: Window,
  { allowed = sql`true`, progress = none }: { allowed?: SQL; progress?: Progress } = {},
) {
  const [[head], rows] = await db.read([
    db.query
      .select({ total: sql<number>`count(*)`.as('total'), allowed: sql<number>`${allowed}`.as('allowed') })
      .from(users)
      .where(where),
    db.query
      .select({
        ...foundColumns(sight),
        state: sql<ResultState | null>`${progress.state}`.as('state'),
        completedAt: sql<string | null>`${progress.completedAt}`.as('completed_at'),
      })
      .from(users)
      .where(where)
      .orderBy(users.nameKey, users.id)
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ])
  const items: Listed[] = rows.map((row) => ({
    user: foundFrom(row),
    state: row.state,
    completedAt: row.completedAt === null ? null : new Date(row.completedAt),
  }))
  return { items, total: head?.total ?? 0, allowed: head?.allowed === 1 }
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
