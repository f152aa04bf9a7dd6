import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type HeldRoles, rolesFrom } from '#api/actor.ts'
import { type Database, type Statement, unlessChanged } from '#platform/database.ts'
import type { UserEdit } from './contract.ts'
import { identityFrom, identityOf } from './reveal.ts'
import { withUserWords } from './rules.ts'
import { users } from './table.ts'

/**
 * Columns that gather what else is known of the row of `users` they stand beside. Drizzle leaves out the table's name in
 * a query of one table, and a bare `id` would then be the subquery's own.
 */
export const heldRoles = sql<string>`(select json_group_array(role) from user_roles where user_id = users.id)`
export const heldExtensions = sql<string>`(select json_group_array(json_object('role', role, 'kind', kind, 'referenceId', reference_id)) from role_extensions where user_id = users.id)`
export const memberships = sql<string>`(select json_group_object(o.id, o.name) from user_organizations m join organizations o on o.id = m.organization_id where m.user_id = users.id)`

type Row = typeof users.$inferSelect

export interface FoundUser extends Row {
  roles: HeldRoles
  organizations: Record<string, string>
  /** What `sight` said of the person. */
  seen: boolean
  /** Name, club and picture may be shown; else the person is as good as unknown to the caller. */
  met: boolean
  answeredFor: boolean
  /** For an educator of the person what that opens, else null. */
  taught: Taught | null
}

/** The fields that an educator sees beyond name, club and picture. */
export interface Taught {
  /** E-mail and phone, while a booking is live. */
  contact: boolean
  /** Where an education has an age rule; the age alone elsewhere. */
  birthDate: boolean
}

const taughtFrom = (facts: number | null): Taught | null =>
  facts === null ? null : { contact: (facts & 2) !== 0, birthDate: (facts & 4) !== 0 }

export interface Sight {
  seen: SQL
  /** Whether the identity of a protected person may be shown. */
  revealed: SQL
  met: SQL
  answeredFor: SQL
  /** `taughtFacts`. */
  taught: SQL
}

/** What a person is gathered from; `foundFrom` reads it. */
export const foundColumns = ({ seen, met, answeredFor, taught, revealed }: Sight) => ({
  user: users,
  heldRoles,
  heldExtensions,
  memberships,
  // Each by a name of its own, because a batch answers its rows by column name.
  seen: sql<number>`${seen}`.as('seen'),
  met: sql<number>`${met}`.as('met'),
  identity: identityOf(revealed).as('identity'),
  answeredFor: sql<number>`${answeredFor}`.as('answered_for'),
  taught: sql<number | null>`${taught}`.as('taught'),
})

interface FoundRow {
  user: Row
  heldRoles: string
  heldExtensions: string
  memberships: string
  seen: number
  met: number
  identity: string | null
  answeredFor: number
  taught: number | null
}

export const foundFrom = (row: FoundRow): FoundUser => ({
  ...row.user,
  roles: rolesFrom(row.heldRoles, row.heldExtensions),
  // An external user has no organisations, whatever the register still holds.
  organizations: row.user.isExternal ? {} : (JSON.parse(row.memberships) as Record<string, string>),
  ...identityFrom(row.identity),
  seen: row.seen === 1,
  met: row.met === 1,
  answeredFor: row.answeredFor === 1,
  taught: taughtFrom(row.taught),
})

type By = { id: number } | { userName: string }

const selectUser = (db: Database, by: By, sight: Sight) =>
  db.query
    .select(foundColumns(sight))
    .from(users)
    .where('id' in by ? eq(users.id, by.id) : sql`lower(users.user_name) = lower(${by.userName})`)

/** A person with what the caller may do; null when there is none. */
export async function findUser(db: Database, by: By, sight: Sight) {
  const [row] = await selectUser(db, by, sight)
  return row ? foundFrom(row) : null
}

export const insertUser = (db: Database, user: Omit<typeof users.$inferInsert, 'searchWords'>): Statement =>
  db.query.insert(users).values(withUserWords(user))

/** Refuses the whole commit, as `changed_meanwhile`, when somebody has written the person since `seen`. */
export const markChanged = (db: Database, id: number, seen: Date, now: Date): Statement =>
  db.query
    .update(users)
    .set({ changedAt: unlessChanged(users.changedAt, seen, now) as Date })
    .where(eq(users.id, id))

/** The same for many: refused when somebody has written one of them. */
export const markAllChanged = (db: Database, seen: readonly Pick<Row, 'id' | 'changedAt'>[], now: Date): Statement => {
  const pairs = sql`json_each(${JSON.stringify(seen.map(({ id, changedAt }) => ({ id, changedAt })))})`
  const asSeen = sql`exists (select 1 from ${pairs} s where s.value ->> 'id' = ${users.id} and s.value ->> 'changedAt' = ${users.changedAt})`
  return (
    db.query
      .update(users)
      // Text in SQL, a date to Drizzle; null, for a late writer, is what the column refuses.
      .set({ changedAt: sql`case when ${asSeen} then ${now.toISOString()} end` })
      .where(sql`${users.id} in (select value ->> 'id' from ${pairs})`)
  )
}

type Edited = Omit<UserEdit, 'email' | 'password' | 'organizationIds' | 'lastChange'> & {
  pictureFileId?: SQL<number> | null
}

/** Refuses the whole commit, as `changed_meanwhile`, unless `person` still has the version `seen`. */
export const markEdited = (
  db: Database,
  person: Pick<Row, 'id' | 'firstName' | 'lastName'>,
  edit: Edited,
  seen: Date | null | undefined,
  now: Date,
): Statement => {
  const { birthDate, firstName, lastName, ...columns } = edit
  const birthOn = birthDate === undefined ? {} : { birthOn: birthDate }
  const isRenamed = firstName !== undefined || lastName !== undefined
  const name = { firstName: firstName ?? person.firstName, lastName: lastName ?? person.lastName }
  // Text in SQL, a date to Drizzle.
  const changedAt = unlessChanged(users.changedAt, seen, now) as Date
  return db.query
    .update(users)
    .set({ ...columns, ...birthOn, ...(isRenamed ? withUserWords(name) : {}), changedAt })
    .where(eq(users.id, person.id))
}

/** The one statement that changes an address; the database refuses one that nobody has confirmed. */
export const setEmail = (db: Database, id: number, email: string | null, now: Date, when?: SQL): Statement =>
  db.query
    .update(users)
    .set({ email, changedAt: now })
    .where(and(eq(users.id, id), when))

export const markSignedIn = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(users).set({ lastLoginAt: now }).where(eq(users.id, userId))

export async function findDeviceKnownAt(db: Database, userId: number): Promise<Date | null> {
  const [row] = await db.query.select({ at: users.deviceKnownAt }).from(users).where(eq(users.id, userId))
  return row?.at ?? null
}

export const markDeviceKnownAt = (db: Database, userId: number, now: Date): Statement =>
  db.query.update(users).set({ deviceKnownAt: now }).where(eq(users.id, userId))

export const markPasswordHash = (db: Database, userId: number, passwordHash: string): Statement =>
  db.query.update(users).set({ passwordHash }).where(eq(users.id, userId))

/** A password that the person chose clears the date; one that somebody else chose sets it. */
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
}

/** A person as mails about the account need it. */
export type Addressee = Pick<Row, keyof typeof addressee>

/** For mails to the person alone, which tell a person with a protected identity by the real name. */
export async function findAddressee(
  db: Database,
  by: { id: number } | { userName: string },
): Promise<Addressee | null> {
  const matches = 'id' in by ? eq(users.id, by.id) : sql`lower(user_name) = lower(${by.userName})`
  const [row] = await db.query
    .select({ ...addressee, identity: identityOf(sql`true`).as('identity') })
    .from(users)
    .where(matches)
  if (!row) return null
  const { identity, ...person } = row
  const { firstName = person.firstName, lastName = person.lastName, email = person.email } = identityFrom(identity)
  return { ...person, firstName, lastName, email }
}

export async function hasPersonalNumber(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.query
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = ${userId} and ${users.personalNumberHash} is not null`)
  return row !== undefined
}

export const setPersonalNumberHash = (db: Database, userId: number, personalNumberHash: string | null): Statement =>
  db.query.update(users).set({ personalNumberHash }).where(eq(users.id, userId))

/** Whom a proven personal number belongs to; people are found by its hash alone. */
export async function findEntrantByNumber(db: Database, personalNumberHash: string) {
  const [row] = await db.query
    .select({ id: users.id, inactiveAt: users.inactiveAt })
    .from(users)
    .where(eq(users.personalNumberHash, personalNumberHash))
  return row ?? null
}

/** Whether somebody signs in by that name, and whether somebody is written to at that address. */
export async function findTaken(db: Database, { email, userName }: { email: string; userName: string }) {
  const [row] = await db.query
    .select({
      email: sql<number>`(exists (select 1 from ${users} where lower(${users.email}) = lower(${email}))
        or exists (select 1 from protected_identities hidden_owner where lower(hidden_owner.email) = lower(${email})))`,
      userName: sql<number>`exists (select 1 from ${users} where lower(${users.userName}) = lower(${userName}))`,
    })
    .from(sql`(select 1)`)
  return { email: row?.email === 1, userName: row?.userName === 1 }
}
