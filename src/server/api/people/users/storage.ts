import { eq, type SQL, sql } from 'drizzle-orm'
import { type HeldRoles, parseRoles } from '#api/actor.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import type { UserEdit } from './contract.ts'
import { identityColumn, parseIdentity } from './protected-identity.ts'
import { withUserWords } from './rules.ts'
import { users } from './table.ts'

/**
 * Columns with aggregated rows of other tables for a row of `users`. They name the outer table because Drizzle omits it
 * in a query of one table, and a bare `id` would be the subquery's own.
 */
export const rolesColumn = sql<string>`(select json_group_array(role) from user_roles where user_id = users.id)`
export const extensionsColumn = sql<string>`(select json_group_array(json_object('role', role, 'kind', kind, 'referenceId', reference_id)) from role_extensions where user_id = users.id)`
export const membershipsColumn = sql<string>`(select json_group_object(o.id, o.name) from user_organizations m join organizations o on o.id = m.organization_id where m.user_id = users.id)`

type Row = typeof users.$inferSelect

export interface FoundUser extends Row {
  roles: HeldRoles
  organizations: Record<string, string>
  /** The caller may see everything about the person. */
  isFullyVisible: boolean
  /** The caller may see name, club and picture. When false the person is treated as not found. */
  isVisible: boolean
  isAdministered: boolean
  /** Organisations of memberships and of lists of roles that are outside the caller's branches. */
  organizationIdsBeyond: number[]
  /** Fields that the caller sees as an educator of the person; null when the caller is none. */
  taughtAccess: TaughtAccess | null
}

/** Fields that an educator sees in addition to name, club and picture. */
export interface TaughtAccess {
  /** E-mail and phone; true while a booking is live. */
  contact: boolean
  /** True when an education has an age rule; otherwise only the age is shown. */
  birthDate: boolean
}

const toTaughtAccess = (facts: number | null): TaughtAccess | null =>
  facts === null ? null : { contact: (facts & 2) !== 0, birthDate: (facts & 4) !== 0 }

/** SQL conditions on what the caller may know and do of each row of `users`. */
export interface SightConditions {
  /** The caller may see everything about the person. */
  canSeeAll: SQL
  /** True when the identity of a protected person may be shown. */
  canSeeIdentity: SQL
  /** The caller may see name, club and picture. */
  canSeeName: SQL
  /** The caller administers the person. */
  administers: SQL
  /** JSON array of the ids of `organizationIdsBeyond`. */
  organizationsBeyond: SQL
  /** Result of `teachingDetails`. */
  teachingDetails: SQL
}

/** Returns the columns that `toFoundUser` converts; `sight` has the SQL conditions of what the caller may see. */
export const foundUserColumns = (sight: SightConditions) => ({
  user: users,
  heldRoles: rolesColumn,
  heldExtensions: extensionsColumn,
  memberships: membershipsColumn,
  // Each column has a unique alias, because a batch returns its rows by column name.
  isFullyVisible: sql<number>`${sight.canSeeAll}`.as('seen'),
  isVisible: sql<number>`${sight.canSeeName}`.as('met'),
  identity: identityColumn(sight.canSeeIdentity).as('identity'),
  isAdministered: sql<number>`${sight.administers}`.as('answered_for'),
  organizationsBeyond: sql<string>`${sight.organizationsBeyond}`.as('organizations_beyond'),
  taughtFacts: sql<number | null>`${sight.teachingDetails}`.as('taught'),
})

interface FoundRow {
  user: Row
  heldRoles: string
  heldExtensions: string
  memberships: string
  isFullyVisible: number
  isVisible: number
  identity: string | null
  isAdministered: number
  organizationsBeyond: string
  taughtFacts: number | null
}

/**
 * Converts a row of `foundUserColumns` to a person, with the real identity of a protected one where the caller may see
 * it. An external person has no organisations, even if rows from the register remain.
 */
export const toFoundUser = (row: FoundRow): FoundUser => ({
  ...row.user,
  roles: parseRoles(row.heldRoles, row.heldExtensions),
  // An external user has no organisations, even if rows from the register remain.
  organizations: row.user.isExternal ? {} : (JSON.parse(row.memberships) as Record<string, string>),
  ...parseIdentity(row.identity),
  isFullyVisible: row.isFullyVisible === 1,
  isVisible: row.isVisible === 1,
  isAdministered: row.isAdministered === 1,
  organizationIdsBeyond: JSON.parse(row.organizationsBeyond) as number[],
  taughtAccess: toTaughtAccess(row.taughtFacts),
})

type By = { id: number } | { userName: string }

const selectUser = (db: Database, by: By, sight: SightConditions) =>
  db.query
    .select(foundUserColumns(sight))
    .from(users)
    .where('id' in by ? eq(users.id, by.id) : sql`lower(users.user_name) = lower(${by.userName})`)

/**
 * Finds a person with what the caller may know and do; null when there is none. Also finds people whom the caller may
 * not see: check `isVisible`. The id of a merged-away person finds the person who stays.
 */
export async function findUser(db: Database, by: By, sight: SightConditions): Promise<FoundUser | null> {
  const [row] = await selectUser(db, by, sight)
  if (row && 'id' in by && row.user.mergedInto !== null) return findUser(db, { id: row.user.mergedInto }, sight)
  return row ? toFoundUser(row) : null
}

/**
 * Returns the statement that inserts a person with the words that search finds them by. The commit fails as
 * `user_name_taken`, as `external_person_taken`, or as `email_taken` for an external person whose e-mail address is in
 * use.
 */
export const insertUser = (db: Database, user: Omit<typeof users.$inferInsert, 'searchWords'>): Statement =>
  db.query.insert(users).values(withUserWords(user))

/**
 * Returns the statement that gives a person the version `now`, without other changes. Refuses the whole commit as
 * `changed_meanwhile` when the person has another version than `expected`; an unknown id changes nothing.
 */
export const markChanged = (db: Database, id: number, expected: Date, now: Date): Statement =>
  db.query
    .update(users)
    .set({ changedAt: ifUnmodifiedSince(users.changedAt, expected, now) as Date })
    .where(eq(users.id, id))

/**
 * Returns the statement that gives many people the version `now`, without other changes. Refuses the whole commit as
 * `changed_meanwhile` when one of them no longer has the expected version; unknown ids are ignored.
 */
export const markAllChanged = (
  db: Database,
  expected: readonly Pick<Row, 'id' | 'changedAt'>[],
  now: Date,
): Statement => {
  const pairs = sql`json_each(${JSON.stringify(expected.map(({ id, changedAt }) => ({ id, changedAt })))})`
  // Not correlated, so that SQLite reads the list once. Null, for an outdated version, is refused by the column.
  const isUnchanged = sql`(${users.id}, ${users.changedAt}) in (select value ->> 'id', value ->> 'changedAt' from ${pairs})`
  return db.query
    .update(users)
    .set({ changedAt: sql`case when ${isUnchanged} then ${now.toISOString()} end` })
    .where(sql`${users.id} in (select value ->> 'id' from ${pairs})`)
}

type EditedFields = Omit<UserEdit, 'email' | 'password' | 'organizationIds' | 'lastChange'> & {
  pictureFileId?: SQL<number> | null
}

/**
 * Returns the statement that updates the given fields of a person, and the words that search finds a new name by.
 * `person` has the stored names: where `edit` has only the first or the last one, the other is written from it. The
 * commit fails as `changed_meanwhile` when the stored version differs from `expected`, or `expected` is missing; an
 * unknown id changes nothing. While the identity is protected, it fails as `identity_protected` for a name, phone
 * number or picture in `edit`, even an unchanged one.
 */
export const updateUser = (
  db: Database,
  person: Pick<Row, 'id' | 'firstName' | 'lastName'>,
  edit: EditedFields,
  expected: Date | null | undefined,
  now: Date,
): Statement => {
  const { birthDate, firstName, lastName, ...columns } = edit
  const birthOn = birthDate === undefined ? {} : { birthOn: birthDate }
  const isRenamed = firstName !== undefined || lastName !== undefined
  const name = { firstName: firstName ?? person.firstName, lastName: lastName ?? person.lastName }
  // Text in SQL, a `Date` to Drizzle.
  const changedAt = ifUnmodifiedSince(users.changedAt, expected, now) as Date
  return db.query
    .update(users)
    .set({ ...columns, ...birthOn, ...(isRenamed ? withUserWords(name) : {}), changedAt })
    .where(eq(users.id, person.id))
}

/**
 * Returns the statement that sets the e-mail address, or removes it for null. The commit fails as `email_unconfirmed`
 * for one that has not been confirmed, and as `identity_protected` for every one while the identity is protected.
 */
export const setEmail = (db: Database, id: number, email: string | null, now: Date): Statement =>
  db.query.update(users).set({ email, changedAt: now }).where(eq(users.id, id))

/**
 * Returns the statement that sets a person's password hash and the version `now`; sessions stay. `expiresAt` is when a
 * password chosen by another person ends; null for a password that the person chose.
 */
export const markPassword = (
  db: Database,
  userId: number,
  { passwordHash, expiresAt, now }: { passwordHash: string; expiresAt: Date | null; now: Date },
): Statement =>
  db.query.update(users).set({ passwordHash, passwordExpiresAt: expiresAt, changedAt: now }).where(eq(users.id, userId))

const addressee = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  userName: users.userName,
  email: users.email,
  birthOn: users.birthOn,
  language: users.language,
  passwordHash: users.passwordHash,
  inactiveAt: users.inactiveAt,
  protectedAt: users.protectedAt,
}

/** A person with the columns that mails about the account need. */
export type Addressee = Pick<Row, keyof typeof addressee>

/**
 * Finds the recipient of mails about their own account, with the real name and e-mail address of a person with a
 * protected identity; null when there is none. Includes inactive people, but no merged-away record by its user name: it
 * can never sign in, and a code would be refused.
 */
export async function findAddressee(
  db: Database,
  by: { id: number } | { userName: string },
): Promise<Addressee | null> {
  const matches =
    'id' in by ? eq(users.id, by.id) : sql`lower(user_name) = lower(${by.userName}) and merged_into is null`
  const [row] = await db.query
    .select({ ...addressee, identity: identityColumn(sql`true`).as('identity') })
    .from(users)
    .where(matches)
  if (!row) return null
  const { identity, ...person } = row
  const { firstName = person.firstName, lastName = person.lastName, email = person.email } = parseIdentity(identity)
  return { ...person, firstName, lastName, email }
}
