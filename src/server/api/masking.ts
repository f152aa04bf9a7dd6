import { type SQL, sql } from 'drizzle-orm'

/** The name that every list, print and export shows of a person with a protected identity. In Swedish for all: it is stored. */
export const maskedName = { firstName: 'Skyddad', lastName: 'deltagare' }

interface Named {
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
}

/** How a text is stored: as it is read, or inside JSON. */
type Form = 'plain' | 'json'

/** Characters that end a name in a text; a letter after it makes it another name. */
const nameEnds = ['"', "'", '”', ' ', ',', '.', ':', ';', '!', '?', ')', '/', '\\', '\n']

/** A shorter text stands in others by chance. */
const minLength = 5

const fullName = ({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

/** With the Swedish genitive, which a name that ends in s has not. */
const formsOf = (name: string) => (/s$/i.test(name) ? [name] : [name, `${name}s`])

const asStored = (text: string, form: Form) => (form === 'json' ? JSON.stringify(text).slice(1, -1) : text)

export interface Masking {
  /** The column without the person's name, in the genitive too, and without addresses. Spaces at its end are lost. */
  masked: (column: SQL, form: Form) => SQL<string>
  /** Whether a text holds the person's name or an address. */
  names: (column: SQL, form: Form) => SQL
}

/** Replaces how a person is known by what others are shown, in texts that the portal has written. */
export function maskingOf(person: Named): Masking {
  const name = fullName(person)
  const addresses = [person.email, person.phone].flatMap((one) => (one && one.length >= minLength ? [one] : []))
  const pairs = (form: Form) =>
    formsOf(name).flatMap((one, at) =>
      nameEnds.map(
        (end) => [asStored(one, form) + end, `${fullName(maskedName)}${at === 0 ? '' : 's'}${end}`] as const,
      ),
    )
  return {
    masked: (column, form) => {
      const replaced = [...pairs(form), ...addresses.map((one) => [asStored(one, form), '–'] as const)].reduce<SQL>(
        (text, [found, by]) => sql`replace(${text}, ${found}, ${by})`,
        sql`${column} || ' '`,
      )
      return sql<string>`rtrim(${replaced}, ' ')`
    },
    names: (column, form) => {
      const found = [name, ...addresses].map((one) => sql`instr(${column}, ${asStored(one, form)}) > 0`)
      return sql`(${sql.join(found, sql` or `)})`
    },
  }
}
