import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database, Statement } from '#platform/database.ts'
import { users } from '../users/table.ts'
import type { Pair } from './contract.ts'
import { guardianLinks } from './table.ts'

const adult = alias(users, 'adult')
const child = alias(users, 'child')

const listed = (db: Database, where: SQL | undefined) =>
  db.query
    .select({ link: guardianLinks, adult, child })
    .from(guardianLinks)
    .innerJoin(adult, eq(adult.id, guardianLinks.adultUserId))
    .innerJoin(child, eq(child.id, guardianLinks.childUserId))
    .where(where)
    .orderBy(guardianLinks.id)

export type ListedLink = Awaited<ReturnType<typeof listed>>[number]

const pairIs = ({ adultUserId, childUserId }: Pair) =>
  and(eq(guardianLinks.adultUserId, adultUserId), eq(guardianLinks.childUserId, childUserId))

export const listLinks = (db: Database, userId: number) =>
  listed(db, or(eq(guardianLinks.adultUserId, userId), eq(guardianLinks.childUserId, userId)))

export async function findLink(db: Database, pair: Pair): Promise<ListedLink | null> {
  const [row] = await listed(db, pairIs(pair))
  return row ?? null
}

/** Both people, with whether the caller looks after the child; null for one who does not exist. */
export async function findPair(db: Database, { adultUserId, childUserId }: Pair, looksAfterChild: SQL) {
  const born = {
    ...{ id: users.id, birthOn: users.birthOn, isExternal: users.isExternal },
    looksAfterChild: sql<number>`${looksAfterChild}`.as('looks_after_child'),
  }
  const [[adultRow], [childRow]] = await db.read([
    db.query.select(born).from(users).where(eq(users.id, adultUserId)),
    db.query.select(born).from(users).where(eq(users.id, childUserId)),
  ])
  return adultRow && childRow
    ? { adult: adultRow, child: childRow, looksAfterChild: childRow.looksAfterChild === 1 }
    : null
}

/** Made again, a link stays as it is; only a confirmed one confirms it. */
export const insertLink = (db: Database, link: typeof guardianLinks.$inferInsert): Statement => {
  const insert = db.query.insert(guardianLinks).values(link)
  const target = [guardianLinks.adultUserId, guardianLinks.childUserId]
  if (!link.confirmedAt) return insert.onConflictDoNothing({ target })
  return insert.onConflictDoUpdate({ target, set: { confirmedAt: sql`coalesce(confirmed_at, excluded.confirmed_at)` } })
}

export const markConfirmed = (db: Database, pair: Pair, now: Date): Statement =>
  db.query
    .update(guardianLinks)
    .set({ confirmedAt: sql`coalesce(confirmed_at, ${now.toISOString()})` })
    .where(pairIs(pair))

export const removeLink = (db: Database, pair: Pair): Statement => db.query.delete(guardianLinks).where(pairIs(pair))
