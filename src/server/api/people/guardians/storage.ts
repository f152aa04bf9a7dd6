import { and, eq, getTableColumns, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import { prefixColumns } from '#platform/columns.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { Pair } from './contract.ts'
import { isLinkListed } from './recipients.ts'
import { isLinkShown } from './shown-links.ts'
import { guardianLinks } from './table.ts'

const adult = alias(users, 'adult')
const child = alias(users, 'child')

const selectLinks = (db: Database, where: SQL | undefined) =>
  db.query
    .select({
      link: guardianLinks,
      adult: prefixColumns('adult', getTableColumns(adult)),
      child: prefixColumns('child', getTableColumns(child)),
    })
    .from(guardianLinks)
    .innerJoin(adult, eq(adult.id, guardianLinks.adultUserId))
    .innerJoin(child, eq(child.id, guardianLinks.childUserId))
    .where(where)
    .orderBy(guardianLinks.id)

export type ListedLink = Awaited<ReturnType<typeof selectLinks>>[number]

const pairIs = ({ adultUserId, childUserId }: Pair) =>
  and(eq(guardianLinks.adultUserId, adultUserId), eq(guardianLinks.childUserId, childUserId))

/**
 * Lists the guardian links of a person, as adult or child, that the caller may see (`isLinkShown`), the oldest first;
 * unconfirmed ones too. Access to the person is not checked. Rows have all stored columns of both people.
 */
export const listLinks = ({ db, actor }: Ctx, userId: number) =>
  selectLinks(
    db,
    and(or(eq(guardianLinks.adultUserId, userId), eq(guardianLinks.childUserId, userId)), isLinkShown(actor)),
  )

/**
 * Finds the guardian link of an adult and a child, confirmed or not. Null when there is none, or when one of them has a
 * protected identity that is hidden from the actor (`isLinkListed`). No other access is checked.
 */
export async function findListedLink({ db, actor }: Ctx, pair: Pair): Promise<ListedLink | null> {
  const [row] = await selectLinks(db, and(pairIs(pair), isLinkListed(actor.id, isSuperadministrator(actor))))
  return row ?? null
}

/**
 * Finds the guardian link of an adult and a child, confirmed or not; null when there is none. Does not check access.
 */
export async function findLink(db: Database, pair: Pair): Promise<ListedLink | null> {
  const [row] = await selectLinks(db, pairIs(pair))
  return row ?? null
}

/** Conditions on the caller's relation to the child; they hold whether or not there is such a child. */
interface CallerConditions {
  isOffice: SQL
  isGuardian: SQL
  /** The caller teaches the child or belongs to its office. */
  looksAfter: SQL
}

/**
 * Finds the two people of a guardian link, which need not exist, as `adult` and `child`; either is null for an unknown
 * id. `child` also has the results of `conditions`, 0 or 1: how the caller is related to the child. The link is not
 * read. Inactive people and protected identities are found too; access is not checked here.
 */
export async function findPair(db: Database, { adultUserId, childUserId }: Pair, conditions: CallerConditions) {
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
        isOffice: sql<number>`${conditions.isOffice}`.as('is_office'),
        isGuardian: sql<number>`${conditions.isGuardian}`.as('is_guardian'),
        looksAfter: sql<number>`${conditions.looksAfter}`.as('looks_after'),
      })
      .from(users)
      .where(eq(users.id, childUserId)),
  ])
  return { adult: adultRow ?? null, child: childRow ?? null }
}

export type LinkedPeople = Awaited<ReturnType<typeof findPair>>

/**
 * Returns the statement that inserts a guardian link. An existing link only gets the values that it lacks:
 * confirmation, relation and the child's agreement. The commit fails as `guardian_requests_full` for a new unconfirmed
 * link when the child has three unconfirmed ones.
 */
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

/** SQL condition: the guardian link exists and is not confirmed. Used inside the transaction. */
export const hasUnconfirmedLink = ({ adultUserId, childUserId }: Pair): SQL => sql`exists (
  select 1 from guardian_links l where l.adult_user_id = ${adultUserId} and l.child_user_id = ${childUserId}
    and l.confirmed_at is null)`

/** SQL condition: there is no confirmed guardian link between the adult and the child. Used inside the transaction. */
export const hasNoConfirmedLink = ({ adultUserId, childUserId }: Pair): SQL => sql`not exists (
  select 1 from guardian_links l where l.adult_user_id = ${adultUserId} and l.child_user_id = ${childUserId}
    and l.confirmed_at is not null)`

/**
 * SQL condition: `insertLink` would insert the guardian link or give an existing one a value. Used before it in the
 * transaction.
 */
export function isLinkChanged({ adultUserId, childUserId, ...link }: typeof guardianLinks.$inferInsert): SQL {
  const lacking = [
    ...(link.confirmedAt ? [sql`l.confirmed_at is null`] : []),
    ...(link.relation ? [sql`l.relation is null`] : []),
    ...(link.childAgreedAt ? [sql`l.child_agreed_at is null`] : []),
  ]
  return sql`not exists (
    select 1 from guardian_links l where l.adult_user_id = ${adultUserId} and l.child_user_id = ${childUserId}
      and not (${sql.join([sql`false`, ...lacking], sql` or `)}))`
}

/** Returns the statement that confirms an unconfirmed guardian link; a confirmed one keeps its time and person. */
export const markLinkConfirmed = (db: Database, pair: Pair, byUserId: number, now: Date): Statement =>
  db.query
    .update(guardianLinks)
    .set({ confirmedAt: now, confirmedByUserId: byUserId })
    .where(and(pairIs(pair), isNull(guardianLinks.confirmedAt)))

/**
 * Returns the statement that records the child's agreement to an unconfirmed guardian link, which stays unconfirmed; an
 * earlier agreement keeps its time.
 */
export const markChildAgreed = (db: Database, pair: Pair, now: Date): Statement =>
  db.query
    .update(guardianLinks)
    .set({ childAgreedAt: now })
    .where(and(pairIs(pair), isNull(guardianLinks.confirmedAt), isNull(guardianLinks.childAgreedAt)))

/**
 * Returns the statement that removes the guardian link of two people, confirmed or not; without a link it removes
 * nothing. A request for it stays.
 */
export const removeLink = (db: Database, pair: Pair): Statement => db.query.delete(guardianLinks).where(pairIs(pair))

/**
 * Returns the statement that removes everybody's unconfirmed guardian links that were made before a moment, which is
 * exclusive. Requests stay.
 */
export const removeUnconfirmedLinks = (db: Database, madeBefore: Date): Statement =>
  db.query.delete(guardianLinks).where(and(isNull(guardianLinks.confirmedAt), lt(guardianLinks.createdAt, madeBefore)))
