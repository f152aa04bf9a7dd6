import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { removeAnswersNaming } from '#api/foundation/idempotency/storage.ts'
import { maskInMails, removeMailsAbout } from '#api/foundation/mails/protection-storage.ts'
import { maskInNotices, removeNoticesAbout } from '#api/foundation/notices/protection-storage.ts'
import { maskingOf } from '#api/masking.ts'
import { removePersonalFiles } from '#api/office/reports/remove-files.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'

/** Adults who had the person as a child in their care, or came along to an examination, as ids. */
const guardians = (userId: number): SQL => sql`(
  select care.adult_user_id from ${guardianLinksView} care where care.child_user_id = ${userId} and care.adult_user_id <> ${userId}
  union select came_along.guardian_user_id from ${partResultsView} came_along
    where came_along.user_id = ${userId} and came_along.guardian_user_id is not null)`

/** A text leads to the person's own page. */
const leadsTo =
  (userId: number) =>
  (column: SQL): SQL =>
    sql`${column} || ' ' glob ${`*/profile/${userId}[^0-9]*`}`

/**
 * Statements that take a person out of what the portal has written and keeps: notices and mails to others, files of reports, answers
 * that are kept for repeated writes. They go before those that put the identity away, by which guardians are found no more.
 */
export function hideCopies(ctx: Ctx, person: FoundUser): Statement[] {
  const { db } = ctx
  const masking = maskingOf(person)
  const about = { userId: person.id, readers: guardians(person.id), leadsTo: leadsTo(person.id), masking }
  return [
    removeNoticesAbout(db, about),
    removeMailsAbout(db, about),
    maskInNotices(db, person.id, masking),
    ...maskInMails(db, person.id, masking),
    removeAnswersNaming(db, person.id, masking),
    ...removePersonalFiles(ctx),
  ]
}
