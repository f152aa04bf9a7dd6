import { withUserWords } from '#api/people/users/rules.ts'

export interface Person {
  userName: string
  firstName: string
  lastName: string
  email: string
}

interface Account {
  person: Person
  /** Of the temporary password, as platform/password-hash.ts makes it. */
  passwordHash: string
  now: Date
  /** When the temporary password stops working. */
  expiresAt: Date
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

const noSuperadministrator = "not exists (select 1 from user_roles where role = 'SuperAdministrator')"

/**
 * SQL statements that make a portal's first superadministrator, who must choose a password of their own at the first sign-in. Where
 * there is a superadministrator already they change nothing.
 */
export function firstSuperadministrator({ person, passwordHash, now, expiresAt }: Account): string[] {
  const { userName, firstName, lastName, email, searchWords } = withUserWords(person)
  const at = text(now.toISOString())
  const own = `select id from users where user_name = ${text(userName)} and password_hash = ${text(passwordHash)}`
  return [
    `insert into users (first_name, last_name, user_name, email, password_hash, password_expires_at, search_words, created_at, changed_at)
     select ${[firstName, lastName, userName, email, passwordHash, expiresAt.toISOString(), searchWords].map(text).join(', ')}, ${at}, ${at}
     where ${noSuperadministrator}`,
    `insert into audit_entries (at, user_id, action, target_type, target_id, data, request_id)
     select ${at}, null, 'user.created', 'user', cast(id as text), ${text(JSON.stringify({ role: 'SuperAdministrator' }))}, 'installation'
     from (${own}) where ${noSuperadministrator}`,
    `insert into user_roles (user_id, role) select id, 'SuperAdministrator' from (${own}) where ${noSuperadministrator}`,
  ]
}

/** Lists the user names of all superadministrators. */
export const listSuperadministrators =
  "select users.user_name from user_roles join users on users.id = user_roles.user_id where user_roles.role = 'SuperAdministrator'"

const maxLength = 100

/** Says why a person cannot be made of these words; null when they can. */
export function faultIn(person: Partial<Person>): string | null {
  for (const field of ['userName', 'firstName', 'lastName', 'email'] as const) {
    const value = person[field] ?? ''
    if (value.trim() === '') return `${field} is missing`
    if (value.length > maxLength || /\p{Cc}/u.test(value)) return `${field} is too long or has a control character`
  }
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(person.email ?? '') ? null : 'email is no address'
}
