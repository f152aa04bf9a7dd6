import { isEducatorLevel } from '#api/actor.ts'
import { findGuardianRefusal } from '#api/catalogue/exams/rules.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { commitWrites } from '#api/participation/results/commit-writes.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { determineStanding, hasGuardianRight } from '#api/people/guardians/access.ts'
import { requiresGuardian } from '#api/people/guardians/rules.ts'
import { limitSearches, recordSearch } from '#api/people/guardians/searches.ts'
import { limitNamedPeople } from '#api/people/reach/reads/limit-views.ts'
import { type RefusalCode, Refused } from '#api/refusals.ts'
import { splitWords } from '#api/text-matching.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Statement } from '#platform/database.ts'
import type { DriverExamResult, FoundAdult } from './contract.ts'
import { toExamGuardianRule, toExamResult, toGuardianStanding } from './exam-result.ts'
import { notifyConfirmation } from './notify-driver.ts'
import { type ExamResultRow, findAdult, findChild, findExamRow, searchAdults } from './storage.ts'

const toGuardedSeat = ({ exam, part, person }: ExamResultRow): GuardedSeat => ({
  exam,
  title: part.title,
  driver: person.protectedAt ? '' : `${person.firstName} ${person.lastName}`,
})

type Adult = NonNullable<Awaited<ReturnType<typeof findAdult>>>

/** The seat of a driver at an exam, as its guardian reads about it. */
export interface GuardedSeat {
  exam: { id: number; startsAt: Date; city: string; venue: string | null }
  title: string
  /** Full name of the driver; empty for a protected identity, which is not named. */
  driver: string
}

/**
 * Returns the statements that notify an adult of being assigned as a driver's guardian at an exam, in the portal and by
 * mail; none when the caller is the guardian. No mail without an e-mail address.
 */
export function notifyGuardian(ctx: Ctx, adult: Adult, { exam, title, driver }: GuardedSeat): Statement[] {
  if (adult.id === ctx.actor.id) return []
  return writeNotification(
    ctx,
    'guardianAssigned',
    { userId: adult.id, ...adult },
    {
      path: '/profile?tab=bookings#exams',
      facts: { titles: [title], places: [{ ...exam, startDate: exam.startsAt }] },
      child: driver,
    },
  )
}

/**
 * Checks that the caller may assign a guardian to the sign-up.
 *
 * @throws Refused('not_allowed') unless the caller is the driver, a guardian or an organiser.
 * @throws Refused('result_canceled') when the sign-up is cancelled.
 * @throws Refused('result_completed') when the driver has passed.
 */
function mustAssign(ctx: Ctx, row: ExamResultRow): void {
  const isOwn = row.person.id === ctx.actor.id
  if (!isOwn && !row.isByOrganizer && !hasGuardianRight(toGuardianStanding(ctx, row), 'assignGuardian'))
    throw new Refused('not_allowed')
  if (row.result.canceled) throw new Refused('result_canceled')
  if (row.result.completed) throw new Refused('result_completed')
}

/**
 * Assigns a guardian to a driver's sign-up for an exam, notifies the guardian unless assigned already, and returns the
 * result. Writes an audit entry in any case; an earlier guardian is not notified. It approves and confirms a sign-up
 * that waited only for one; for an organiser also one that waits for approval.
 *
 * @throws Refused('not_found') when the sign-up does not exist or is hidden from the caller, or the adult does not
 * exist, is inactive or has a protected identity.
 * @throws Refused('not_allowed') when the caller may read the sign-up but not assign a guardian.
 * @throws Refused('result_canceled') or Refused('result_completed') when the sign-up is not open.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does.
 * @throws Refused with the code of `findGuardianRefusal`: 'guardian_not_adult', 'guardian_of_adult', 'guardian_of_self'
 * or 'guardian_external'.
 */
export async function assignGuardian(
  ctx: Ctx,
  examId: number,
  { adultUserId, childUserId }: { adultUserId: number; childUserId: number },
): Promise<DriverExamResult> {
  const row = await findExamRow(ctx, examId, childUserId)
  // The reply does not disclose a sign-up that the caller may not read.
  if (!row || (row.answered !== 1 && !row.isByOrganizer)) throw new Refused('not_found')
  mustAssign(ctx, row)
  await limitNamedPeople(ctx, [adultUserId])
  const adult = await findAdult(ctx.db, adultUserId)
  if (!adult) throw new Refused('not_found')
  const isByOrganizer = row.isByOrganizer === 1 && childUserId !== ctx.actor.id
  const refusal = findGuardianRefusal(adult, row.person, {
    exam: toExamGuardianRule(row),
    todayOn: toPortalDay(ctx.now),
    isByOrganizer,
  })
  if (refusal) throw new Refused(refusal)
  const { id, guardianUserId, signedUpAt } = row.result
  const isApprovedNow = signedUpAt === null && (isByOrganizer || !row.part.needsApproval)
  const change = { guardianUserId: adult.id, ...(isApprovedNow ? { signedUpAt: ctx.now } : {}) }
  await commitWrites(ctx, [
    {
      resultId: id,
      result: updateResult(ctx, row.result, change),
      relatedStatements: [
        recordAudit(
          ctx,
          'guardian.assigned',
          { type: 'result', id },
          { childUserId, adultUserId, examId, before: guardianUserId },
        ),
        ...(isApprovedNow ? notifyConfirmation(ctx, row) : []),
        ...(guardianUserId === adult.id ? [] : notifyGuardian(ctx, adult, toGuardedSeat(row))),
      ],
    },
  ])
  const after = await findExamRow(ctx, examId, childUserId)
  if (!after) throw new Refused('not_found')
  return toExamResult(ctx, after)
}

const maxSearches = 30

/** Finds why the caller may not search for a child's guardian: only the child, its guardians and organisers may. */
async function findSearchRefusal(ctx: Ctx, childUserId: number): Promise<RefusalCode | null> {
  const child = await findChild(ctx.db, ctx.actor, childUserId)
  // One code for a person out of reach and for nobody.
  if (!child) return 'not_allowed'
  const link = child.linkConfirmed === null ? null : { confirmed: child.linkConfirmed === 1 }
  const todayOn = toPortalDay(ctx.now)
  const standing = determineStanding({ adultId: ctx.actor.id, child, link, isAssigned: false }, todayOn)
  const isOwn = childUserId === ctx.actor.id
  if (!isOwn && !child.organized && !hasGuardianRight(standing, 'searchAdults')) return 'not_allowed'
  return requiresGuardian(25, child.birthOn, todayOn) ? null : 'guardian_of_adult'
}

/**
 * Searches adults who can be a child's guardian at an exam by the beginnings of their names, at most ten, by name;
 * leaves out inactive people, protected identities and the child. Finds external people only for educators and
 * administrators, and nobody without letters or digits. Each search, also one that finds nobody or is refused, is an
 * audit entry, and the number of entries limits the searches.
 *
 * @throws Refused('not_allowed') unless the caller is the child, a guardian or the organiser of an open exam sign-up of
 * the child; also when there is no such active child.
 * @throws Refused('guardian_of_adult') when the person is 25 or older.
 * @throws Refused('too_many_requests') after 30 searches within ten minutes.
 */
export async function searchGuardians(
  ctx: Ctx,
  { searchString, childUserId }: { searchString: string; childUserId: number },
): Promise<FoundAdult[]> {
  await limitSearches(ctx, maxSearches)
  const refusal = await findSearchRefusal(ctx, childUserId)
  if (refusal) {
    await ctx.db.commit([recordSearch(ctx, childUserId, { searchString, found: [] })])
    throw new Refused(refusal)
  }
  const withExternals = isEducatorLevel(ctx.actor)
  const query = { text: searchString, todayOn: toPortalDay(ctx.now), childUserId, withExternals }
  const adults = splitWords(searchString).length > 0 ? await searchAdults(ctx.db, query) : []
  await ctx.db.commit([recordSearch(ctx, childUserId, { searchString, found: adults })])
  return adults
}
