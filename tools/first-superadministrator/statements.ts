import { withUserWords } from '#api/people/users/rules.ts'

export interface Person {
  userName: string
  firstName: string
  lastName: string
  email: string
}

interface Account {
  person: Person
  /** Hash of the temporary password, as password-hash.ts computes it. */
  passwordHash: string
  now: Date
  /** Time at which the temporary password expires. */
  expiresAt: Date
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

const noSuperadministrator = "not exists (select 1 from user_roles where role = 'SuperAdministrator')"

/**
 * Returns SQL statements that create a portal's first superadministrator, who must choose a new password at the first
 * sign-in. They change nothing when there is a superadministrator already.
 */
export function toStatements({ person, passwordHash, now, expiresAt }: Account): string[] {
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

/** Query of the user names of all superadministrators. */
export const listSuperadministrators =
  "select users.user_name from user_roles join users on users.id = user_roles.user_id where user_roles.role = 'SuperAdministrator'"

const maxLength = 100

/** Returns the reason why these fields are invalid; null when they are valid. */
export function findFault(person: Partial<Person>): string | null {
  for (const field of ['userName', 'firstName', 'lastName', 'email'] as const) {
    const value = person[field] ?? ''
    if (value.trim() === '') return `${field} is missing`
    if (value.length > maxLength || /\p{Cc}/u.test(value)) return `${field} is too long or has a control character`
  }
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(person.email ?? '') ? null : 'email is no address'
}
