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
import { Refused } from '#api/refusals.ts'
import { splitWords } from '#api/text-matching.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Statement } from '#platform/database.ts'
import type { DriverExamResult, FoundAdult } from './contract.ts'
import { toExamGuardianRule, toExamResult, toGuardianStanding } from './exam-result.ts'
import { notifyConfirmation } from './notify-driver.ts'
import { type ExamResultRow, findAdult, findChild, findExamRow, searchAdults } from './storage.ts'

type Adult = NonNullable<Awaited<ReturnType<typeof findAdult>>>

/** Returns the statements that notify the guardian; none when the caller is the guardian. */
export const notifyGuardian = (ctx: Ctx, adult: Adult, title: string, examId: number): Statement[] =>
  adult.id === ctx.actor.id
    ? []
    : writeNotification(
        ctx,
        'guardianAssigned',
        { userId: adult.id, ...adult },
        { title, path: `/profile?examId=${examId}#exams` },
      )

/**
 * Checks that the caller may assign a guardian to the sign-up.
 *
 * @throws Refused('not_allowed') unless the caller is the driver, a guardian or an organiser.
 * @throws Refused('result_canceled') when the sign-up is canceled.
 * @throws Refused('result_completed') when the driver has passed.
 */
function mustAssign(ctx: Ctx, row: ExamResultRow): void {
  const isOwn = row.person.id === ctx.actor.id
  if (!isOwn && !row.byOrganizer && !hasGuardianRight(toGuardianStanding(ctx, row), 'assignGuardian'))
    throw new Refused('not_allowed')
  if (row.result.canceled) throw new Refused('result_canceled')
  if (row.result.completed) throw new Refused('result_completed')
}

/**
 * Assigns a guardian to a driver's sign-up, and approves a sign-up that waited only for one.
 *
 * @throws Refused('not_found') when the sign-up does not exist or is hidden from the caller, or the adult does not
 * exist.
 * @throws Refused with the code of the rule when the adult cannot be the guardian.
 */
export async function assignGuardian(
  ctx: Ctx,
  examId: number,
  { adultUserId, childUserId }: { adultUserId: number; childUserId: number },
): Promise<DriverExamResult> {
  const [row, adult] = await Promise.all([findExamRow(ctx, examId, childUserId), findAdult(ctx.db, adultUserId)])
  // The reply does not disclose a sign-up that the caller may not read.
  if (!row || (row.answered !== 1 && !row.byOrganizer)) throw new Refused('not_found')
  mustAssign(ctx, row)
  if (!adult) throw new Refused('not_found')
  const byOrganizer = row.byOrganizer === 1 && childUserId !== ctx.actor.id
  const refusal = findGuardianRefusal(adult, row.person, {
    exam: toExamGuardianRule(row),
    todayOn: toPortalDay(ctx.now),
    byOrganizer,
  })
  if (refusal) throw new Refused(refusal)
  const { id, guardianUserId, signedUpAt } = row.result
  const isApprovedNow = signedUpAt === null && (byOrganizer || !row.part.needsApproval)
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
        ...(guardianUserId === adult.id ? [] : notifyGuardian(ctx, adult, row.part.title, examId)),
      ],
    },
  ])
  const after = await findExamRow(ctx, examId, childUserId)
  if (!after) throw new Refused('not_found')
  return toExamResult(ctx, after)
}

const maxSearches = 30

/** Checks that the caller may search for a child's guardian: the child, its guardians, and educators. */
async function mustSearchFor(ctx: Ctx, childUserId: number): Promise<void> {
  const child = await findChild(ctx.db, ctx.actor, childUserId)
  if (!child) throw new Refused('not_found')
  const link = child.linkConfirmed === null ? null : { confirmed: child.linkConfirmed === 1 }
  const todayOn = toPortalDay(ctx.now)
  const standing = determineStanding({ adultId: ctx.actor.id, child, link, isAssigned: false }, todayOn)
  const isOwn = childUserId === ctx.actor.id
  if (!isOwn && !isEducatorLevel(ctx.actor) && !hasGuardianRight(standing, 'searchAdults'))
    throw new Refused('not_allowed')
  if (!requiresGuardian(25, child.birthOn, todayOn)) throw new Refused('guardian_of_adult')
}

/** Searches adults by name. Each search is an audit entry, and the number of entries limits the searches. */
export async function searchGuardians(
  ctx: Ctx,
  { searchString, childUserId }: { searchString: string; childUserId: number },
): Promise<FoundAdult[]> {
  await mustSearchFor(ctx, childUserId)
  await limitSearches(ctx, maxSearches)
  const withExternals = isEducatorLevel(ctx.actor)
  const query = { text: searchString, todayOn: toPortalDay(ctx.now), childUserId, withExternals }
  const adults = splitWords(searchString).length > 0 ? await searchAdults(ctx.db, query) : []
  await ctx.db.commit([recordSearch(ctx, childUserId, { searchString, found: adults })])
  return adults
}
