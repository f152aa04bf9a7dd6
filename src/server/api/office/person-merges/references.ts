import { learningReferences } from './references/learning.ts'
import { otherReferences } from './references/other.ts'
import { peopleReferences } from './references/people.ts'
import type { AreaReferences, MovedReference } from './references/rules.ts'

/**
 * Every column of the database that refers to a person, by table, in the order in which a merge moves them. A test
 * compares it with the migrated schema.
 */
export const personReferences: AreaReferences = { ...peopleReferences, ...learningReferences, ...otherReferences }

/** A moved column with its table. */
export interface MovedColumn extends MovedReference {
  table: string
  column: string
}

/** The columns whose rows move, in their order. */
export const movedColumns: readonly MovedColumn[] = Object.entries(personReferences).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, reference]) =>
    reference.handling === 'moves' ? [{ ...reference, table, column }] : [],
  ),
)
