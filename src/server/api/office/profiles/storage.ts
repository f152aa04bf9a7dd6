import { eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, holdsAnyRole } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { paymentFrom } from '#api/money/payments/show-payment.ts'
import { listPaymentsOf } from '#api/money/payments/storage.ts'
import { allThreadsOf, commentFrom } from '#api/participation/comments/storage.ts'
import {
  educationResultFrom,
  educationResultsOf,
  selectEducationResults,
} from '#api/participation/education-results/storage.ts'
import { examResultFor } from '#api/participation/exam-results/exam-result.ts'
import { listExamRowsOf } from '#api/participation/exam-results/storage.ts'
import { selectNamedGoals } from '#api/participation/licenses/goals/storage.ts'
import { listCycles } from '#api/participation/licenses/held/storage.ts'
import { listReportsOf } from '#api/participation/licenses/reported/storage.ts'
import { listResults } from '#api/participation/other-requirements/storage.ts'
import { blockFrom, bookedFrom, selectBooked, selectStarted } from '#api/participation/person-results/storage.ts'
import { latestOfEach } from '#api/participation/results/rules.ts'
import { partResultFrom, selectPartResultsOf } from '#api/participation/results/storage.ts'
import { allSubmissionsOf, submissionFrom } from '#api/participation/submissions/storage.ts'
import { type EmailChange, selectPending } from '#api/people/email-changes/storage.ts'
import { selectOpenRequests } from '#api/people/guardians/requests-storage.ts'
import { recordProtectedReads } from '#api/people/reach/reads/record-reads.ts'
import { looksAfter, sightOf } from '#api/people/reach/within-reach.ts'
import { type FoundUser, foundColumns, foundFrom, type Sight } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import { dayIn } from '#api/zone.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { PersonalData, Profile } from './contract.ts'
import { protectedRelatives, relationsFrom, relationsOf } from './relations-storage.ts'

/**
 * Learning and relations of a person. `looksAfter`: the caller belongs to the person's office or is one of their
 * educators.
 */
export type Learning = Omit<Profile, 'user' | 'full' | 'taught' | 'may' | 'pendingEmail' | 'connected'> & {
  looksAfter: boolean
  emailChange: EmailChange | null
}

const selectWithSight = ({ query }: QueryBuilder, userId: number, sight: Sight, looksAfterCondition: SQL) =>
  query
    .select({ ...foundColumns(sight), looksAfter: sql<number>`${looksAfterCondition}`.as('care') })
    .from(users)
    .where(eq(users.id, userId))

const selectSelf = prepareQuery((db, { userId }: { userId: number }) =>
  selectWithSight(
    db,
    userId,
    { seen: sql`true`, met: sql`true`, revealed: sql`true`, answeredFor: sql`false`, taught: sql`null` },
    sql`false`,
  ),
)

const isSelfWithoutRole = (actor: Actor, userId: number) => actor.id === userId && !holdsAnyRole(actor)

/** Selects the person with the caller's rights. Prepared for members who read themselves, whose rights are constant. */
const selectPerson = ({ db, actor }: Ctx, userId: number) =>
  isSelfWithoutRole(actor, userId)
    ? selectSelf(db, { userId })
    : selectWithSight(db, userId, sightOf(actor), looksAfter(actor, userId))

/**
 * Loads a person and the learning that the profile shows, in one round trip; null when the person does not exist.
 * Records the reading of protected relatives.
 */
export async function readProfile(ctx: Ctx, userId: number): Promise<{ user: FoundUser; learning: Learning } | null> {
  const [[row], results, started, booked, relations, requests, [emailChange]] = await Promise.all([
    selectPerson(ctx, userId),
    isSelfWithoutRole(ctx.actor, userId)
      ? educationResultsOf(ctx.db, { userId })
      : selectEducationResults(ctx.db, { userIds: [userId] }, ctx.actor),
    selectStarted(ctx, userId),
    selectBooked(ctx, userId),
    relationsOf(ctx, userId),
    selectOpenRequests(ctx.db, userId, ctx.now),
    selectPending(ctx.db, userId, ctx.now),
  ])
  if (!row) return null
  await recordProtectedReads(ctx, protectedRelatives(relations, userId))
  const learning = {
    looksAfter: row.looksAfter === 1,
    results: latestOfEach(results.map(educationResultFrom)),
    started: started.map(blockFrom(ctx)),
    booked: booked.map(bookedFrom),
    emailChange: emailChange ?? null,
    ...relationsFrom(ctx, relations, { userId, requests }),
  }
  return { user: foundFrom(row), learning }
}

/** Loads the learning and relations of a person for the export of personal data. */
export async function readPersonalData(
  ctx: Ctx,
  userId: number,
): Promise<Omit<PersonalData, 'exported' | 'user' | 'records' | 'acts'>> {
  const [results, partResults, relations, requests, submissions, comments, payments, goals] = await Promise.all([
    educationResultsOf(ctx.db, { userId }),
    selectPartResultsOf(ctx.db, userId),
    relationsOf(ctx, userId),
    selectOpenRequests(ctx.db, userId, ctx.now),
    allSubmissionsOf(ctx.db, userId),
    allThreadsOf(ctx.db, userId),
    listPaymentsOf(ctx.db, userId),
    selectNamedGoals(ctx.db, userId),
  ])
  const [exams, licenses, otherRequirements, reportedActivities] = await Promise.all([
    listExamRowsOf(ctx, userId),
    listCycles(ctx.db, userId, dayIn(ctx.now)),
    listResults(ctx.db, userId),
    listReportsOf(ctx.db, userId),
  ])
  return {
    exams: exams.map((row) => examResultFor(ctx, row)),
    licenses,
    licenseGoals: goals,
    otherRequirements,
    reportedActivities,
    submissions: submissions.map((row) => submissionFrom(ctx, row)),
    comments: comments.map(commentFrom),
    payments: payments.map(paymentFrom),
    educationResults: results.map(educationResultFrom),
    partResults: partResults.map(partResultFrom),
    ...relationsFrom(ctx, relations, { userId, requests }),
  }
}
