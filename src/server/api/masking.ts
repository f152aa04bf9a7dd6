import { type SQL, sql } from 'drizzle-orm'

/**
 * Name that every list, print and export shows for a person with a protected identity. In Swedish in all languages
 * because it is stored.
 */
export const maskedName = { firstName: 'Skyddad', lastName: 'deltagare' }

interface Person {
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
}

/** How a text is stored: as plain text, or inside JSON. */
type Form = 'plain' | 'json'

/** Characters that end a name in a text. A letter after the name makes it another name. */
const nameEnds = ['"', "'", '”', ' ', ',', '.', ':', ';', '!', '?', ')', '/', '\\', '\n']

/**
 * Minimum length of an e-mail address or phone number that is replaced; shorter texts occur in other words by chance.
 */
const minLength = 5

/** Returns first name and last name with a space between. */
export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

/** Returns the name and its Swedish genitive. Names that end in s have no separate genitive. */
const withGenitive = (name: string) => (/s$/i.test(name) ? [name] : [name, `${name}s`])

const toStoredForm = (text: string, form: Form) => (form === 'json' ? JSON.stringify(text).slice(1, -1) : text)

export interface Masking {
  /** The person's name, e-mail and phone. */
  texts: readonly string[]
  /** Returns the column with the person's name, its genitive, e-mail and phone replaced. Trailing spaces are lost. */
  maskColumn: (column: SQL, form: Form) => SQL<string>
  /** True when the text contains the person's name, e-mail or phone. */
  containsIdentity: (column: SQL, form: Form) => SQL
}

/**
 * Returns SQL that replaces or finds a person's name, e-mail address and phone number in texts that the portal has
 * stored. Runs nothing. An e-mail address or phone number counts only with at least five characters.
 *
 * Masking (`maskColumn`) puts "Skyddad deltagare" for the name and a dash for e-mail and phone; trailing spaces are
 * lost. The name is replaced only as first and last name, with its Swedish genitive, before the end of a word. Finding
 * (`containsIdentity`) also matches the beginning of a longer name. The form says whether a column is plain text or
 * JSON.
 */
export function createMasking(person: Person): Masking {
  const name = fullName(person)
  const addresses = [person.email, person.phone].flatMap((text) => (text && text.length >= minLength ? [text] : []))
  const pairs = (form: Form) =>
    withGenitive(name).flatMap((text, at) =>
      nameEnds.map(
        (end) => [toStoredForm(text, form) + end, `${fullName(maskedName)}${at === 0 ? '' : 's'}${end}`] as const,
      ),
    )
  return {
    texts: [name, ...addresses],
    maskColumn: (column, form) => {
      const replaced = [
        ...pairs(form),
        ...addresses.map((text) => [toStoredForm(text, form), '–'] as const),
      ].reduce<SQL>((text, [found, by]) => sql`replace(${text}, ${found}, ${by})`, sql`${column} || ' '`)
      return sql<string>`rtrim(${replaced}, ' ')`
    },
    containsIdentity: (column, form) => {
      const found = [name, ...addresses].map((text) => sql`instr(${column}, ${toStoredForm(text, form)}) > 0`)
      return sql`(${sql.join(found, sql` or `)})`
    },
  }
}
