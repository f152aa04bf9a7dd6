import type { DailyJob } from '#api/foundation/jobs/rules.ts'
import { startOfDay, toPortalDay } from '#api/zone.ts'

/** Purposes of processing; each has a text `data-retention:purpose.<name>`. */
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

/** Legal grounds of GDPR article 6; `none` is for tables without personal data. */
export const grounds = ['contract', 'legalObligation', 'legitimateInterest', 'none'] as const
type Ground = (typeof grounds)[number]

/**
 * Handlings of a column when a person is erased or de-identified:
 * - `plain`: contains no personal data;
 * - `keep`: stays, but no longer identifies anybody;
 * - `actor`: id of the person who did something; stays;
 * - `null`: set to null;
 * - `replace`: set to its expression in `replacements`;
 * - `delete`: deleted with its row;
 * - `mention`: text in which the person's name, e-mail address and phone number are replaced;
 * - `derived`: updated by triggers from other columns;
 * - `special`: handled by a function of the slice that owns the table.
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

/**
 * A retention period counted from the column `since`. Rows are removed by the named daily job, or `continuously`: by
 * every cron run or by the next write.
 */
export interface RetentionLimit {
  readonly days?: number
  readonly months?: number
  readonly since: string
  readonly by: DailyJob | 'continuously'
}

/**
 * Retention period of a table. `asLongAsUsed`: no time limit. `account`: until the person is de-identified.
 * `accounting`: seven years after the end of the year.
 */
export type RetentionPeriod = 'asLongAsUsed' | 'account' | 'accounting' | RetentionLimit

/**
 * Rule of one table. SQL texts may contain the placeholders `:id`, `:idText`, `:agents`, `:email`, `:userName` and
 * `:subjects`, which are bound to values of the person.
 */
export interface TableRule {
  readonly purpose: Purpose
  readonly ground: Ground
  readonly kept: RetentionPeriod
  /** SQL condition of the rows that are about the person; absent when rows are not about people. */
  readonly about?: string
  /** SQL condition of the rows that an erasure deletes or empties; defaults to `about`. */
  readonly erases?: string
  /** Space-separated column names by handling. */
  readonly columns: { readonly [H in Handling]?: string }
  /** SQL expressions of the replaced columns; `:now` is the time of the erasure. */
  readonly replacements?: Readonly<Record<string, string>>
  /** Space-separated columns that an export omits: secrets and data about other people. */
  readonly withheld?: string
  /** SQL expressions that an export reads instead of the plain column. */
  readonly exportedAs?: Readonly<Record<string, string>>
  /** Change that an erasure makes to rows about other people in which the person acted. */
  readonly asActor?: { readonly where: string; readonly set: Readonly<Record<string, string>> }
  /** Change made when the legal obligation ends: condition of the rows, and SQL expressions of their new values. */
  readonly afterwards?: { readonly where: string; readonly set: Readonly<Record<string, string>> }
}

/** Splits a list of column names at each space; empty for undefined, and one empty name for empty text. */
export const splitNames = (list: string | undefined): string[] => list?.split(' ') ?? []

/**
 * Whether a retention period is a number of days or months. It may also be as long as the row is used, the account
 * exists or accounting requires.
 */
export const hasTimeLimit = (period: RetentionPeriod): period is RetentionLimit => typeof period === 'object'

/** Returns the handling of each column of a table, by column name; a column that the rule leaves out is absent. */
export const getHandlings = ({ columns }: TableRule): Map<string, Handling> =>
  new Map(handlings.flatMap((handling) => splitNames(columns[handling]).map((name) => [name, handling])))

/**
 * Returns the moment before which accounting records no longer have to be stored, as ISO text in UTC. The law asks for
 * seven years after the end of their year (bokföringslagen 7:2), which begins in the portal's zone.
 */
export const accountingEnd = (now: Date): string =>
  startOfDay(`${Number(toPortalDay(now).slice(0, 4)) - 7}-01-01`).toISOString()

/** Replaces the name of an erased person. Swedish in every language, because it is stored. */
export const erasedName = { firstName: 'Raderad', lastName: 'person', full: 'Raderad person' } as const
