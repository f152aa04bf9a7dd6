import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { removeAnswersNaming } from '#api/foundation/idempotency/storage.ts'
import { maskInMails, removeMailsAbout } from '#api/foundation/mails/protection-storage.ts'
import { maskInNotices, removeNoticesAbout } from '#api/foundation/notices/protection-storage.ts'
import { createMasking } from '#api/masking.ts'
import { removePersonalFiles } from '#api/office/reports/remove-files.ts'
import { removeViewsNaming } from '#api/office/saved-views/storage.ts'
import { maskInCertificates } from '#api/participation/certificates/issue-storage.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'
import { hideGivenMemberships } from '#api/people/integrations/people/storage.ts'
import { hideRowsOf } from '#api/people/member-imports/storage.ts'
import { removeRequestsOf } from '#api/people/own-accounts/storage.ts'
import { hideProvisioned } from '#api/people/provisioning/storage.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'

/** SQL: ids of adults who are guardians of the person or accompanied the person to an exam. */
const guardianIds = (userId: number): SQL => sql`(
  select care.adult_user_id from ${guardianLinksView} care where care.child_user_id = ${userId} and care.adult_user_id <> ${userId}
  union select came_along.guardian_user_id from ${partResultsView} came_along
    where came_along.user_id = ${userId} and came_along.guardian_user_id is not null)`

/** Returns an SQL condition: whether a text contains a link to the person's profile. */
const leadsTo =
  (userId: number) =>
  (column: SQL): SQL =>
    sql`${column} || ' ' glob ${`*/profile/${userId}[^0-9]*`}`

/**
 * Returns the statements that remove or mask a person whose identity becomes protected in stored copies: notices,
 * mails, certificates, rows of member files, account requests, saved views, memberships and names that other systems
 * have given, and idempotency answers. They also remove all report files about people, since the portal does not know
 * who is in them. They must run before `hideIdentity`, which removes the guardian links.
 */
export function hideCopies(ctx: Visitor, person: FoundUser): Statement[] {
  const { db } = ctx
  const masking = createMasking(person)
  const about = { userId: person.id, readers: guardianIds(person.id), leadsTo: leadsTo(person.id), masking }
  return [
    removeNoticesAbout(db, about),
    removeMailsAbout(db, about),
    maskInNotices(db, person.id, masking),
    ...maskInMails(db, person.id, masking),
    ...maskInCertificates(db, person.id, masking),
    hideRowsOf(db, person.id),
    removeRequestsOf(db, person.id),
    removeViewsNaming(db, masking.texts),
    hideGivenMemberships(db, person.id),
    hideProvisioned(db, person.id, ctx.now),
    removeAnswersNaming(db, person.id, masking),
    ...removePersonalFiles(ctx),
  ]
}
