import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Visitor } from '#api/context.ts'
import { maskedName } from '#api/masking.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { hasLearnedSince } from './inactive-storage.ts'
import { withUserWords } from './rules.ts'
import { protectedIdentities, userOrganizations, users } from './table.ts'

/*
 * Writes of many people at once, whom another system names. `piece` is a JSON array of objects, of which the statements
 * read the fields that they name.
 */

type Moment = Pick<Visitor, 'db' | 'now'>

const masked = withUserWords(maskedName)

/**
 * Returns the statement that inserts the accounts of `piece`, a JSON array of rows with `userName`, `firstName`,
 * `lastName`, `searchWords`, `email`, `phone`, `externalId` and `birthOn`. With `isHidden` they are marked as
 * protected, with the masked name and without e-mail address, phone and `externalId`; the user name and the birth date
 * are stored all the same. The commit fails as `user_name_taken` or `external_person_taken`.
 */
export function insertAccounts({ db, now }: Moment, piece: string, isHidden: boolean): Statement {
  const open = (name: string) => (isHidden ? null : sql.raw(`v.value ->> '${name}'`))
  return insertFrom(
    db.query,
    users,
    {
      firstName: open('firstName') ?? masked.firstName,
      lastName: open('lastName') ?? masked.lastName,
      searchWords: open('searchWords') ?? masked.searchWords,
      userName: sql`v.value ->> 'userName'`,
      email: open('email'),
      phone: open('phone'),
      externalPersonId: open('externalId'),
      birthOn: sql`v.value ->> 'birthOn'`,
      protectedAt: isHidden ? now.toISOString() : null,
      createdAt: now.toISOString(),
      changedAt: now.toISOString(),
    },
    sql`from json_each(${piece}) v where true`,
  )
}

/**
 * SQL clause `from`: the elements `v` of the JSON array `piece` joined with their accounts `u`, which are found by
 * `userName`.
 *
 * Elements without an account are left out; upper and lower case of A–Z count as equal.
 */
export const joinAccounts = (piece: string) =>
  sql`from json_each(${piece}) v join users u on lower(u.user_name) = lower(v.value ->> 'userName')`

/**
 * Returns the statement that inserts the `memberships` of the rows of `piece` for their new accounts, which
 * `joinAccounts` finds after `insertAccounts`. Each has `organizationId`, `isPrimary` (0 or 1) and `fromOn`.
 */
export const insertAccountMemberships = ({ db }: Moment, piece: string): Statement =>
  insertFrom(
    db.query,
    userOrganizations,
    {
      userId: sql`u.id`,
      organizationId: sql`m.value ->> 'organizationId'`,
      isPrimary: sql`m.value ->> 'isPrimary'`,
      fromOn: sql`m.value ->> 'fromOn'`,
    },
    sql`${joinAccounts(piece)}, json_each(v.value -> 'memberships') m`,
  )

/**
 * Returns the statement that stores the identities of new accounts that are protected from the start, after
 * `insertAccounts` with `isHidden`. `piece` is as for `insertAccounts`, with `memberships`. They count as protected by
 * the person, from the register.
 */
export const insertIdentities = ({ db, now }: Moment, piece: string): Statement =>
  insertFrom(
    db.query,
    protectedIdentities,
    {
      userId: sql`u.id`,
      firstName: sql`v.value ->> 'firstName'`,
      lastName: sql`v.value ->> 'lastName'`,
      searchWords: sql`v.value ->> 'searchWords'`,
      email: sql`v.value ->> 'email'`,
      phone: sql`v.value ->> 'phone'`,
      externalPersonId: sql`v.value ->> 'externalId'`,
      memberships: sql`v.value -> 'memberships'`,
      protectedByUserId: sql`u.id`,
      protectedAt: now.toISOString(),
      fromRegister: 1,
    },
    joinAccounts(piece),
  )

/** SQL: the new value of a column where the row `v` has one, else the present value. */
const orSame = (name: string, column: SQLiteColumn): SQL =>
  sql`coalesce(v.value ->> ${sql.raw(`'${name}'`)}, ${column})`

/**
 * Returns the statement that updates names, date of birth, phone and register id of the people of `piece`, a JSON array
 * of rows with `id`. Fields that a row lacks, or that are null, stay; the e-mail address has a writer of its own. The
 * commit fails as `identity_protected` when one of them is protected, and as `external_person_taken` for a register id
 * of a protected identity.
 */
export const updateAccounts = ({ db, now }: Moment, piece: string): Statement =>
  db.query
    .update(users)
    .set({
      firstName: orSame('firstName', users.firstName),
      lastName: orSame('lastName', users.lastName),
      searchWords: orSame('searchWords', users.searchWords),
      birthOn: orSame('birthOn', users.birthOn),
      phone: orSame('phone', users.phone),
      externalPersonId: orSame('externalId', users.externalPersonId),
      changedAt: now,
    })
    .from(sql`json_each(${piece}) v`)
    .where(sql`users.id = v.value ->> 'id'`)

/**
 * Returns the statements that update people whose identity is protected, in `protected_identities`, with e-mail address
 * and memberships; the birth date and the time of change in `users`. They do not check the protection: of an
 * unprotected person they would change the latter two.
 *
 * `piece` is a JSON array from `toJsonParameters`, of rows with `id`. Fields that a row lacks stay, except
 * `memberships`, which each row must have.
 */
export const updateIdentities = ({ db, now }: Moment, piece: string): Statement[] => [
  db.query
    .update(protectedIdentities)
    .set({
      firstName: orSame('firstName', protectedIdentities.firstName),
      lastName: orSame('lastName', protectedIdentities.lastName),
      searchWords: orSame('searchWords', protectedIdentities.searchWords),
      email: orSame('email', protectedIdentities.email),
      phone: orSame('phone', protectedIdentities.phone),
      externalPersonId: orSame('externalId', protectedIdentities.externalPersonId),
      memberships: sql`v.value -> 'memberships'`,
    })
    .from(sql`json_each(${piece}) v`)
    .where(sql`protected_identities.user_id = v.value ->> 'id'`),
  db.query
    .update(users)
    .set({ birthOn: orSame('birthOn', users.birthOn), changedAt: now })
    .from(sql`json_each(${piece}) v`)
    .where(sql`users.id = v.value ->> 'id'`),
]

/**
 * Returns the statement that removes the memberships of `piece`, the text of a JSON array of objects with `userId` and
 * `organizationId`. One that does not exist is skipped.
 */
export const removeMembershipPairs = ({ db }: Moment, piece: string): Statement =>
  db.query
    .delete(userOrganizations)
    .where(
      sql`(user_id, organization_id) in (select v.value ->> 'userId', v.value ->> 'organizationId' from json_each(${piece}) v)`,
    )

/**
 * Returns the statement that inserts the memberships of `piece`, a JSON array of rows with `userId`, `organizationId`
 * and `fromOn`. The first one is primary while the person has no other; one that exists already stays as it is.
 */
export const insertMembershipPairs = ({ db }: Moment, piece: string): Statement =>
  insertFrom(
    db.query,
    userOrganizations,
    {
      userId: sql`v.value ->> 'userId'`,
      organizationId: sql`v.value ->> 'organizationId'`,
      isPrimary: sql`not exists (select 1 from user_organizations m where m.user_id = v.value ->> 'userId')
        and v.key = (select min(w.key) from json_each(${piece}) w where w.value ->> 'userId' = v.value ->> 'userId')`,
      fromOn: sql`v.value ->> 'fromOn'`,
    },
    sql`from json_each(${piece}) v where true`,
  ).onConflictDoNothing()

/**
 * Returns the statement that sets the e-mail addresses of people. `piece` is a JSON array of objects with `userId` and
 * `email`; a row without `email` removes the e-mail address. The commit fails as `email_unconfirmed` for one that no
 * change has confirmed, and as `identity_protected` for a person with a protected identity.
 */
export const setEmails = ({ db, now }: Moment, piece: string): Statement =>
  db.query
    .update(users)
    .set({ email: sql`v.value ->> 'email'`, changedAt: now })
    .from(sql`json_each(${piece}) v`)
    .where(sql`users.id = v.value ->> 'userId'`)

/**
 * Returns the statement that deactivates the people of a query of ids. Those who are inactive already keep the time of
 * it; sessions are not removed, and the version stays.
 */
export const deactivateAccounts = ({ db, now }: Moment, ofPeople: SQL): Statement =>
  db.query.update(users).set({ inactiveAt: now }).where(sql`id in (${ofPeople}) and inactive_at is null`)

/**
 * Returns the statement that makes the people of an SQL query of ids active. Those who are active already count as
 * changed too.
 */
export const activateAccounts = ({ db, now }: Moment, ofPeople: SQL): Statement =>
  db.query.update(users).set({ inactiveAt: null, changedAt: now }).where(sql`id in (${ofPeople})`)

/**
 * Returns the statement that turns the people of a query of ids, external or not, into members; all of them get the
 * version `now`.
 */
export const makeMembers = ({ db, now }: Moment, ofPeople: SQL): Statement =>
  db.query.update(users).set({ isExternal: false, changedAt: now }).where(sql`id in (${ofPeople})`)

/**
 * Lists those of the people who have done nothing since their account was made: no sign-in, no password, no role, no
 * learning, and no change of the row. In no order.
 *
 * Leaves out people who are protected, erased, in the register, known to another system or have a personal number.
 */
export async function selectUnusedIds(db: Database, ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select users.id from users join json_each(${JSON.stringify(ids)}) input on input.value = users.id
    where users.last_login_at is null and users.password_hash is null and users.personal_number_hash is null
      and users.changed_at = users.created_at and users.protected_at is null and users.erased_at is null
      and not exists (select 1 from user_roles r where r.user_id = users.id)
      and not exists (select 1 from register_people p where p.user_id = users.id)
      and not exists (select 1 from integration_people i where i.user_id = users.id)
      and not exists (select 1 from provisioning_people i where i.user_id = users.id)
      and not ${hasLearnedSince.get()(sql`users.id`, '1900')}`)
  return rows.map(({ id }) => id)
}

/**
 * Returns the statements that delete the accounts `ids` with their memberships, without a check that they are unused
 * and without an audit entry. A foreign key refuses the whole commit when something else refers to one.
 */
export const removeUnusedAccounts = ({ db }: Moment, ids: readonly number[]): Statement[] => {
  const among = sql`(select value from json_each(${JSON.stringify(ids)}))`
  return [
    db.query.delete(userOrganizations).where(sql`user_id in ${among}`),
    db.query.delete(users).where(sql`id in ${among}`),
  ]
}
