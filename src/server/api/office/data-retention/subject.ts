import { eq, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { namingOrigin, personKey } from '#api/courses/xapi/agent.ts'
import { users } from '#api/people/users/table.ts'
import { peopleView } from '#api/people/users/views.ts'

/** A person as the data map's conditions name them, read before anything of them is erased. */
export interface Subject {
  id: number
  name: string
  email: string | null
  phone: string | null
  userName: string
  externalPersonId: string | null
  /** Keys of the person in the record store: the account, and the e-mail address unless another account has it too. */
  agents: string[]
  /** The same address as statements write it. */
  mailboxes: string[]
  /** Names in the table of failed sign-ins. */
  loginSubjects: string[]
  isEmailShared: boolean
  erasedAt: Date | null
  /** The names stand elsewhere while the identity is protected. */
  protectedAt: Date | null
  language: 'sv' | 'en' | null
  firstName: string
  /** Other accounts of the same name: text that is theirs is left alone. */
  namesakes: number[]
}

const namesakesOf = (
  id: number,
): SQL => sql`(select json_group_array(namesake.id) from ${peopleView} namesake join ${peopleView} named
  on lower(namesake.first_name) = lower(named.first_name) and lower(namesake.last_name) = lower(named.last_name)
  where named.id = ${id} and namesake.id <> named.id)`

const isShared = (id: number): SQL => sql`exists (select 1 from ${peopleView} sharer join ${peopleView} addressed
  on lower(sharer.email) = lower(addressed.email) where addressed.id = ${id} and sharer.id <> addressed.id)`

/** Reads a person; null when there is none. */
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
      namesakes: sql<string>`${namesakesOf(id)}`.as('namesakes'),
      isEmailShared: sql<number>`${isShared(id)}`.as('is_email_shared'),
    })
    .from(users)
    .where(eq(users.id, id))
  if (!row) return null
  const { lastName, namesakes, isEmailShared, ...person } = row
  const mailboxes = row.email && isEmailShared === 0 ? [`mailto:${row.email}`] : []
  const userName = row.userName.toLowerCase()
  return {
    ...person,
    id,
    name: `${row.firstName} ${lastName}`,
    isEmailShared: isEmailShared === 1,
    namesakes: JSON.parse(namesakes) as number[],
    mailboxes,
    agents: [personKey(namingOrigin(env), id), ...mailboxes.map((mailbox) => `mbox:${mailbox.toLowerCase()}`)],
    loginSubjects: [`account:${userName}`, `forgot:${userName}`],
  }
}

/** Values for the placeholders of the data map. */
const valuesOf = (subject: Subject): Record<string, SQL> => ({
  id: sql`${subject.id}`,
  // D1 binds every number as a real, whose text would be another.
  idText: sql`${String(subject.id)}`,
  agents: sql`${JSON.stringify(subject.agents)}`,
  subjects: sql`${JSON.stringify(subject.loginSubjects)}`,
  // What goes to an address that somebody else has too may be theirs.
  email: sql`${subject.isEmailShared ? null : (subject.email?.toLowerCase() ?? null)}`,
  userName: sql`${subject.userName.toLowerCase()}`,
})

/** SQL of a text of the data map with its placeholders bound; `:name` without a value is a mistake in the map. */
export function bound(text: string, values: Record<string, SQL>): SQL {
  const pieces = text.split(/:([a-zA-Z]+)/).map((piece, at) => {
    const value = at % 2 === 0 ? sql.raw(piece) : values[piece]
    if (!value) throw new Error(`the data map names :${piece}, which has no value`)
    return value
  })
  return sql.join(pieces, sql``)
}

/** SQL of a condition or expression of the data map about this person. */
export const boundTo = (subject: Subject, text: string, now: Date): SQL =>
  bound(text, { ...valuesOf(subject), now: sql`${now.toISOString()}` })
