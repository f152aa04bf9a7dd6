import { and, eq, getTableColumns, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import { prefixed } from '#platform/columns.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { Pair } from './contract.ts'
import { isLinkListed } from './readers.ts'
import { guardianLinks } from './table.ts'

const adult = alias(users, 'adult')
const child = alias(users, 'child')

const listed = (db: Database, where: SQL | undefined) =>
  db.query
    .select({
      link: guardianLinks,
      adult: prefixed('adult', getTableColumns(adult)),
      child: prefixed('child', getTableColumns(child)),
    })
    .from(guardianLinks)
    .innerJoin(adult, eq(adult.id, guardianLinks.adultUserId))
    .innerJoin(child, eq(child.id, guardianLinks.childUserId))
    .where(where)
    .orderBy(guardianLinks.id)

export type ListedLink = Awaited<ReturnType<typeof listed>>[number]

const pairIs = ({ adultUserId, childUserId }: Pair) =>
  and(eq(guardianLinks.adultUserId, adultUserId), eq(guardianLinks.childUserId, childUserId))

/** The links of a person that the actor may know of. */
export const listLinks = ({ db, actor }: Ctx, userId: number) =>
  listed(
    db,
    and(
      or(eq(guardianLinks.adultUserId, userId), eq(guardianLinks.childUserId, userId)),
      isLinkListed(actor.id, isSuperadministrator(actor)),
    ),
  )

/** The link of two people, if the actor may know of it. */
export async function findListedLink({ db, actor }: Ctx, pair: Pair): Promise<ListedLink | null> {
  const [row] = await listed(db, and(pairIs(pair), isLinkListed(actor.id, isSuperadministrator(actor))))
  return row ?? null
}

export async function findLink(db: Database, pair: Pair): Promise<ListedLink | null> {
  const [row] = await listed(db, pairIs(pair))
  return row ?? null
}

/** What the caller is to the child: conditions about the caller, which hold whether or not there is such a child. */
interface Facts {
  isOffice: SQL
  isGuardian: SQL
  /** The caller teaches the child or answers for it. */
  looksAfter: SQL
}

/** Both people, null for one who does not exist, with what the caller is to the child. */
export async function findPair(db: Database, { adultUserId, childUserId }: Pair, facts: Facts) {
  const person = {
    id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    birthOn: users.birthOn,
    isExternal: users.isExternal,
    inactiveAt: users.inactiveAt,
    protectedAt: users.protectedAt,
  }
  const [[adultRow], [childRow]] = await Promise.all([
    db.query.select(person).from(users).where(eq(users.id, adultUserId)),
    db.query
      .select({
        ...person,
        isOffice: sql<number>`${facts.isOffice}`.as('is_office'),
        isGuardian: sql<number>`${facts.isGuardian}`.as('is_guardian'),
        looksAfter: sql<number>`${facts.looksAfter}`.as('looks_after'),
      })
      .from(users)
      .where(eq(users.id, childUserId)),
  ])
  return { adult: adultRow ?? null, child: childRow ?? null }
}

export type LinkedPeople = Awaited<ReturnType<typeof findPair>>

/** Made again, a link stays as it is; only a confirmed one confirms it. */
export const insertLink = (db: Database, link: typeof guardianLinks.$inferInsert): Statement =>
  db.query
    .insert(guardianLinks)
    .values(link)
    .onConflictDoUpdate({
      target: [guardianLinks.adultUserId, guardianLinks.childUserId],
      set: {
        confirmedAt: sql`coalesce(confirmed_at, excluded.confirmed_at)`,
        confirmedByUserId: sql`coalesce(confirmed_by_user_id, excluded.confirmed_by_user_id)`,
        childAgreedAt: sql`coalesce(child_agreed_at, excluded.child_agreed_at)`,
        relation: sql`coalesce(relation, excluded.relation)`,
      },
    })

/** The link is there and not confirmed, as a condition inside the transaction. */
export const isUnconfirmed = ({ adultUserId, childUserId }: Pair): SQL => sql`exists (
  select 1 from guardian_links l where l.adult_user_id = ${adultUserId} and l.child_user_id = ${childUserId}
    and l.confirmed_at is null)`

/** No confirmed link joins the two, as a condition inside the transaction. */
export const isNotConfirmed = ({ adultUserId, childUserId }: Pair): SQL => sql`not exists (
  select 1 from guardian_links l where l.adult_user_id = ${adultUserId} and l.child_user_id = ${childUserId}
    and l.confirmed_at is not null)`

export const markConfirmed = (db: Database, pair: Pair, byUserId: number, now: Date): Statement =>
  db.query
    .update(guardianLinks)
    .set({ confirmedAt: now, confirmedByUserId: byUserId })
    .where(and(pairIs(pair), isNull(guardianLinks.confirmedAt)))

export const markAgreed = (db: Database, pair: Pair, now: Date): Statement =>
  db.query
    .update(guardianLinks)
    .set({ childAgreedAt: now })
    .where(and(pairIs(pair), isNull(guardianLinks.confirmedAt), isNull(guardianLinks.childAgreedAt)))

export const removeLink = (db: Database, pair: Pair): Statement => db.query.delete(guardianLinks).where(pairIs(pair))

/** Removes links that nobody has confirmed in time. */
export const removeUnanswered = (db: Database, madeBefore: Date): Statement =>
  db.query.delete(guardianLinks).where(and(isNull(guardianLinks.confirmedAt), lt(guardianLinks.createdAt, madeBefore)))
