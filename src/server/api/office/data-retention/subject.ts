import { eq, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { namingOrigin, personKey } from '#api/courses/xapi/agent.ts'
import { users } from '#api/people/users/table.ts'
import { peopleView } from '#api/people/users/views.ts'

/** A person to export or erase: the values that the data map's conditions refer to, read before anything is erased. */
export interface Subject {
  id: number
  name: string
  email: string | null
  phone: string | null
  userName: string
  externalPersonId: string | null
  /**
   * Agent keys of the person in the record store: the account, and the e-mail address unless another account shares it.
   */
  agents: string[]
  /** The same e-mail address as `mailto:` IRI; empty when shared. */
  mailboxes: string[]
  /** Subjects of the person in `login_failures`. */
  loginSubjects: string[]
  isEmailShared: boolean
  isPhoneShared: boolean
  erasedAt: Date | null
  /** Set while the identity is protected; names and e-mail addresses are then stored in `protected_identities`. */
  protectedAt: Date | null
  language: 'sv' | 'en' | null
  firstName: string
  /** Ids of other accounts with the same name; mentions in their rows are not replaced. */
  namesakes: number[]
}

const selectNamesakes = (
  id: number,
): SQL => sql`(select json_group_array(namesake.id) from ${peopleView} namesake join ${peopleView} named
  on lower(namesake.first_name) = lower(named.first_name) and lower(namesake.last_name) = lower(named.last_name)
  where named.id = ${id} and namesake.id <> named.id)`

/** Subjects of an e-mail address in `login_failures`: of an own account, and of the mails to it as a guardian's. */
const listAddressSubjects = (email: string) => [`own-account:${email}`, `own-account-guardian:${email}`]

/** SQL condition: another account has the same e-mail address or number as the person. */
const isOfOthers = (
  column: SQL,
  id: number,
): SQL => sql`exists (select 1 from ${peopleView} sharer join ${peopleView} addressed
  on lower(sharer.${column}) = lower(addressed.${column}) where addressed.id = ${id} and sharer.id <> addressed.id)`

/**
 * Finds a person with the values that an export or erasure of personal data looks for: name, e-mail addresses,
 * namesakes, record store agents and login subjects. An erased account is found too; null when there is none. An e-mail
 * address that another account shares is no agent, and a protected person has the masked values.
 */
export async function findSubject({ db, env }: Pick<Visitor, 'db' | 'env'>, id: number): Promise<Subject | null> {
  const [row] = await db.query
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      userName: users.userName,
      externalPersonId: users.externalPersonId,
      erasedAt: users.erasedAt,
      protectedAt: users.protectedAt,
      language: users.language,
      namesakes: sql<string>`${selectNamesakes(id)}`.as('namesakes'),
      isEmailShared: sql<number>`${isOfOthers(sql`email`, id)}`.as('is_email_shared'),
      isPhoneShared: sql<number>`${isOfOthers(sql`phone`, id)}`.as('is_phone_shared'),
    })
    .from(users)
    .where(eq(users.id, id))
  if (!row) return null
  const { lastName, namesakes, isEmailShared, isPhoneShared, ...person } = row
  const mailboxes = row.email && isEmailShared === 0 ? [`mailto:${row.email}`] : []
  const userName = row.userName.toLowerCase()
  return {
    ...person,
    id,
    name: `${row.firstName} ${lastName}`,
    isEmailShared: isEmailShared === 1,
    isPhoneShared: isPhoneShared === 1,
    namesakes: JSON.parse(namesakes) as number[],
    mailboxes,
    agents: [personKey(namingOrigin(env), id), ...mailboxes.map((mailbox) => `mbox:${mailbox.toLowerCase()}`)],
    loginSubjects: [
      `account:${userName}`,
      `forgot:${userName}`,
      ...(row.email && isEmailShared === 0 ? listAddressSubjects(row.email.toLowerCase()) : []),
    ],
  }
}

/**
 * Lists the closed accounts that were merged directly into a person, with the values of `findSubject`, in no order and
 * without erased ones.
 */
export async function findMergedSubjects(ctx: Pick<Visitor, 'db' | 'env'>, id: number): Promise<Subject[]> {
  const rows = await ctx.db.query.select({ id: users.id }).from(users).where(eq(users.mergedInto, id))
  const found = await Promise.all(rows.map((row) => findSubject(ctx, row.id)))
  return found.flatMap((subject) => (subject && !subject.erasedAt ? [subject] : []))
}

/** Returns the values of the data map's placeholders. */
const placeholderValues = (subject: Subject): Record<string, SQL> => ({
  id: sql`${subject.id}`,
  // D1 binds numbers as REAL, which SQLite would convert to text such as `12.0`.
  idText: sql`${String(subject.id)}`,
  agents: sql`${JSON.stringify(subject.agents)}`,
  subjects: sql`${JSON.stringify(subject.loginSubjects)}`,
  // Mail to a shared address may belong to the other person.
  email: sql`${subject.isEmailShared ? null : (subject.email?.toLowerCase() ?? null)}`,
  userName: sql`${subject.userName.toLowerCase()}`,
})

/**
 * Binds the placeholders of an SQL text of the data map, such as `:id`, to the values of their names.
 *
 * @throws Error when a placeholder has no value.
 */
export function bindPlaceholders(text: string, values: Record<string, SQL>): SQL {
  const pieces = text.split(/:([a-zA-Z]+)/).map((piece, at) => {
    const value = at % 2 === 0 ? sql.raw(piece) : values[piece]
    if (!value) throw new Error(`the data map names :${piece}, which has no value`)
    return value
  })
  return sql.join(pieces, sql``)
}

/**
 * Binds the placeholders of an SQL text of the data map to a person and the present moment.
 *
 * @throws Error when a placeholder has no value.
 */
export const bindToSubject = (subject: Subject, text: string, now: Date): SQL =>
  bindPlaceholders(text, { ...placeholderValues(subject), now: sql`${now.toISOString()}` })
