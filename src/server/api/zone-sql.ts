import { type SQL, sql } from 'drizzle-orm'

/** SQL: the moment of a UTC year at which the clocks change, on the last Sunday of a month of 31 days, 01:00 UTC. */
const clockChange = (column: SQL, month: string) =>
  sql`date(substr(${column}, 1, 4) || ${sql.raw(`'-${month}-25'`)}, 'weekday 0') || 'T01'`

/**
 * SQL: the calendar day, `yyyy-MM-dd`, of a column with a moment, in the portal's zone Europe/Stockholm. SQLite has no
 * time zones, so it applies the rule of the European Union since 1996. Equals `toPortalDay` for such moments.
 */
export const selectPortalDay = (column: SQL): SQL => sql`date(${column}, case
  when ${column} >= ${clockChange(column, '03')} and ${column} < ${clockChange(column, '10')} then '+2 hours' else '+1 hour' end)`
