/** Unique columns of a moved row, beside the person: two rows that agree in them collide. */
export interface UniqueRule {
  /** Space-separated columns; empty when a person may have one row. */
  readonly columns: string
  /** SQL condition on the row `row`; absent when the rule holds for every row. */
  readonly where?: string
  /**
   * SQL condition, with `{table}` for the table, by which the row `other` of the merged-away person beats the row `own`
   * of the one who stays. The beaten row goes to the closed account. Without it the row of the merged-away person stays
   * there.
   */
  readonly stronger?: string
  /** SQL condition on `own` and `other` by which a revocation decides between them; the preview says so. */
  readonly revoked?: string
}

/** A column that refers to a person, and whose rows go to the one who stays. */
export interface MovedReference {
  readonly handling: 'moves'
  /** Space-separated columns that identify a row together with the person. */
  readonly key: string
  readonly unique?: readonly UniqueRule[]
  /** Space-separated columns; an undo leaves a row in which one of them has changed. */
  readonly watched?: string
  /** SQL condition on the rows that move; absent when all do. */
  readonly where?: string
  /** The column holds the person's key in the record store. */
  readonly isAgent?: true
}

/**
 * Handling of a column that refers to a person:
 * - `moves`: leads to the person who stays;
 * - `stays`: keeps the old number: accounting, the audit log, issued certificates, decisions, sign-in methods;
 * - `derived`: follows by a trigger;
 * - `ends`: the row is removed by the merge.
 */
type PersonReference = MovedReference | { readonly handling: 'stays' | 'derived' | 'ends' }

/** References of one area of the data map: columns by table. */
export type AreaReferences = Readonly<Record<string, Readonly<Record<string, PersonReference>>>>

export const stays = { handling: 'stays' } as const
export const derived = { handling: 'derived' } as const
export const byId = { handling: 'moves', key: 'id' } as const

/**
 * Returns the merge rule `moves` for a column with a person's id. Its table has at most one row for a person and the
 * columns `key`, separated by spaces; a row that the person who stays has already collides.
 */
export const once = <Key extends string>(key: Key) => ({ handling: 'moves', key, unique: [{ columns: key }] }) as const
