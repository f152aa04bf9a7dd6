import type { DailyJob } from '#api/foundation/jobs/rules.ts'

/** Reasons to hold a table’s data; each has its text as `data-retention:purpose.<name>`. */
export const purposes = [
  'account',
  'accounting',
  'audit',
  'contact',
  'courses',
  'education',
  'membership',
  'operation',
  'proof',
  'rights',
  'security',
] as const
type Purpose = (typeof purposes)[number]

/** Article 6 of the regulation; `none` stands for tables without personal data. */
export const grounds = ['contract', 'legalObligation', 'legitimateInterest', 'none'] as const
type Ground = (typeof grounds)[number]

/**
 * The fate of a column when a person is erased or de-identified:
 * `plain` holds no personal data, `keep` stays and belongs to nobody any more, `actor` is the number of a person who did something and
 * stays, `null` is emptied, `replace` gets the value of `replacements`, `delete` goes with its row, `mention` is text in which the
 * person's name and addresses are replaced, `derived` follows other columns by trigger, `special` is done by a function of its slice.
 */
export const handlings = [
  'plain',
  'keep',
  'actor',
  'null',
  'replace',
  'delete',
  'mention',
  'derived',
  'special',
] as const
export type Handling = (typeof handlings)[number]

/** Removed this long after `since`, by the named daily job; `continuously` by every run of the clock or by the next write. */
export interface Limited {
  readonly days?: number
  readonly months?: number
  readonly since: string
  readonly by: DailyJob | 'continuously'
}

/** `asLongAsUsed`: no time limit. `account`: until the person is de-identified. `accounting`: seven years after the end of the year. */
export type Kept = 'asLongAsUsed' | 'account' | 'accounting' | Limited

/** One table. SQL texts may hold `:id`, `:idText`, `:agents`, `:email`, `:userName` and `:subjects`, which stand for the person. */
export interface TableRule {
  readonly purpose: Purpose
  readonly ground: Ground
  readonly kept: Kept
  /** SQL condition of the rows that are about a person; absent where rows are about nobody. */
  readonly about?: string
  /** SQL condition of the rows that an erasure deletes or empties; absent: those that are about the person. */
  readonly erases?: string
  /** Names of columns by their handling, divided by spaces. */
  readonly columns: { readonly [H in Handling]?: string }
  /** SQL expressions of the columns that are replaced; `:now` is the moment. */
  readonly replacements?: Readonly<Record<string, string>>
  /** Columns that an export leaves out: they open something, or tell of somebody else. */
  readonly withheld?: string
  /** SQL expressions by which an export reads a column. */
  readonly exportedAs?: Readonly<Record<string, string>>
  /** What an erasure changes in rows about others, in which the person acted. */
  readonly asActor?: { readonly where: string; readonly set: Readonly<Record<string, string>> }
  /** When the law no longer asks for the rest: which rows, and the SQL expressions they get. */
  readonly afterwards?: { readonly where: string; readonly set: Readonly<Record<string, string>> }
}

export const namesIn = (list: string | undefined): string[] => list?.split(' ') ?? []

export const isLimited = (kept: Kept): kept is Limited => typeof kept === 'object'

/** The handling of each column of a table, by name. */
export const handlingsOf = ({ columns }: TableRule): Map<string, Handling> =>
  new Map(handlings.flatMap((handling) => namesIn(columns[handling]).map((name) => [name, handling])))

/** Seven years after the end of the year: rows from before this moment are no longer kept for the books. */
export const accountingEnd = (now: Date): string => `${now.getUTCFullYear() - 7}-01-01`

/** Stands where an erased person's name stood. In Swedish for every reader, because it is stored. */
export const erasedName = { firstName: 'Raderad', lastName: 'person', full: 'Raderad person' } as const
