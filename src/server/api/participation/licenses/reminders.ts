import { asc, eq, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { addDays } from '#api/days.ts'
import { users } from '#api/people/users/table.ts'
import { mergedAwayPeople, peopleView } from '#api/people/users/views.ts'
import { aliasColumn } from '#platform/columns.ts'
import type { Database, Statement } from '#platform/database.ts'
import { type ReminderDays, reminderDays } from './cycles/rules.ts'
import { licenseReminders, licenses, userLicenses } from './table.ts'

const [earliest = 0] = reminderDays

/**
 * Lists at most `limit` current periods of validity of licences that end within the largest of `reminderDays` from
 * `today` (`yyyy-MM-dd`), by id, with their holders. They are neither renewed nor revoked, the holder is active, and
 * neither the reminder that is due nor a nearer one was sent.
 */
export async function listEndingCycles(db: Database, today: string, limit: number) {
  const due = sql`(select min(value) from json_each(${JSON.stringify(reminderDays)})
    where value >= julianday(user_licenses.valid_to_on) - julianday(${today}))`
  const rows = await db.query
    .select({
      id: userLicenses.id,
      licenseId: userLicenses.licenseId,
      validToOn: sql<string>`user_licenses.valid_to_on`,
      title: licenses.name,
      userId: aliasColumn(users.id, 'user_id'),
      firstName: users.firstName,
      email: users.email,
      language: users.language,
    })
    .from(userLicenses)
    .innerJoin(licenses, eq(licenses.id, userLicenses.licenseId))
    .innerJoin(users, eq(users.id, userLicenses.userId))
    .where(
      sql`user_licenses.valid_to_on >= ${today} and user_licenses.valid_to_on <= ${addDays(today, earliest)}
        and user_licenses.valid_from_on <= ${today} and user_licenses.succeeded_on is null
        and user_licenses.revoked_on is null and users.inactive_at is null
        and not exists (select 1 from license_reminders r
          where r.user_license_id = user_licenses.id and r.days_before <= ${due})`,
    )
    .orderBy(asc(userLicenses.id))
    .limit(limit)
  return rows
}

/**
 * Returns the statement that records that the reminder of `daysBefore` the end of a person's licence is sent. The
 * primary key fails the commit when it is recorded already. Sends nothing.
 */
export const insertReminders = ({ db, now }: Visitor, userLicenseId: number, daysBefore: ReminderDays): Statement =>
  db.query.insert(licenseReminders).values({ userLicenseId, daysBefore, sentAt: now })

/**
 * Lists at most `limit` ids of people whose licences the daily job evaluates on `today` (`yyyy-MM-dd`), by id, only ids
 * above `after`. An automatic renewal may be due, a licence lapsed in the last 8 days and can be earned once more, or
 * the minimum age was reached in them. Leaves out merged-away records, whose licences are history.
 */
export async function listUserIdsToEvaluate(
  db: Database,
  { today, after, limit }: { today: string; after: number; limit: number },
) {
  const rows = await db.rows<{ id: number }>(sql`
    select id from (
      select c.user_id id from user_licenses c join licenses l on l.id = c.license_id
      where c.user_id > ${after} and c.succeeded_on is null and c.revoked_on is null and l.active = 1
        and ((l.rule ->> 'automatic' = 1 and l.rule ->> 'by' in ('educations', 'credits')
            and c.valid_to_on <= date(${today}, '+' || (l.rule ->> 'opensMonths') || ' months', '+1 day')
            and coalesce(c.dormant_to_on, c.valid_to_on) >= ${today})
          or (l.auto_issue = 1 and c.dormant_to_on >= date(${today}, '-8 days') and c.dormant_to_on < ${today}))
      union
      select u.id from ${peopleView} u join licenses l on l.active = 1 and l.auto_issue = 1 and l.min_age is not null
      where u.id > ${after} and u.birth_on > date(${today}, '-' || l.min_age || ' years', '-8 days')
        and u.birth_on <= date(${today}, '-' || l.min_age || ' years')
    ) where id not in ${mergedAwayPeople} order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}
