import { eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, hasAnyRole, isAdministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { selectAllPayments } from '#api/money/payments/storage.ts'
import { toPayment } from '#api/money/payments/to-payment.ts'
import { selectThreadsOfUser, toComments } from '#api/participation/comments/storage.ts'
import {
  selectAllResultsOfUser,
  selectEducationResults,
  selectEducationResultsOfUser,
  toEducationResult,
} from '#api/participation/education-results/storage.ts'
import { toExamResult } from '#api/participation/exam-results/exam-result.ts'
import { listExamRowsOfUser } from '#api/participation/exam-results/storage.ts'
import { selectNamedGoals } from '#api/participation/licenses/goals/storage.ts'
import { listCycles } from '#api/participation/licenses/held/storage.ts'
import { listAllReports } from '#api/participation/licenses/reported/storage.ts'
import { listResults } from '#api/participation/other-requirements/storage.ts'
import {
  selectBookedOccasions,
  selectStartedEducations,
  toBlock,
  toBookedOccasion,
} from '#api/participation/person-results/storage.ts'
import { selectLatestByEducation } from '#api/participation/results/rules.ts'
import { selectPartResults, toPartResult } from '#api/participation/results/storage.ts'
import { selectSubmissionsOfUser, toSubmission } from '#api/participation/submissions/storage.ts'
import { type EmailChange, selectPending } from '#api/people/email-changes/storage.ts'
import { findLinkedIssuer } from '#api/people/external-login/oidc/storage.ts'
import { selectOpenRequests } from '#api/people/guardians/requests-storage.ts'
import { looksAfter, toSight } from '#api/people/reach/within-reach.ts'
import { type Closure, findClosure } from '#api/people/users/closure-storage.ts'
import { type FoundUser, foundUserColumns, type SightConditions, toFoundUser } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { PersonalData, Profile } from './contract.ts'
import { listRelatives, loadRelations, toRelations } from './relations-storage.ts'

/**
 * Learning and relations of a person. `looksAfter`: the caller belongs to the person's office or is one of their
 * educators.
 */
export type ProfileLearning = Omit<
  Profile,
  'user' | 'full' | 'taught' | 'may' | 'pendingEmail' | 'connected' | 'staffSignIn' | 'closure'
> & {
  looksAfter: boolean
  emailChange: EmailChange | null
}

const selectWithSight = ({ query }: QueryBuilder, userId: number, sight: SightConditions, looksAfterCondition: SQL) =>
  query
    .select({ ...foundUserColumns(sight), looksAfter: sql<number>`${looksAfterCondition}`.as('care') })
    .from(users)
    .where(eq(users.id, userId))

const selectSelf = prepareQuery((db, { userId }: { userId: number }) =>
  selectWithSight(
    db,
    userId,
    {
      canSeeAll: sql`true`,
      canSeeName: sql`true`,
      canSeeIdentity: sql`true`,
      administers: sql`false`,
      organizationsBeyond: sql`'[]'`,
      teachingDetails: sql`null`,
    },
    sql`false`,
  ),
)

const isSelfWithoutRole = (actor: Actor, userId: number) => actor.id === userId && !hasAnyRole(actor)

/** Selects the person with the caller's rights. Prepared for members who read themselves, whose rights are constant. */
const selectPerson = ({ db, actor }: Ctx, userId: number) =>
  isSelfWithoutRole(actor, userId)
    ? selectSelf(db, { userId })
    : selectWithSight(db, userId, toSight(actor), looksAfter(actor, userId))

interface LoadedProfile {
  user: FoundUser
  learning: ProfileLearning
  relatives: ReturnType<typeof listRelatives>
  staffSignIn: boolean
  closure: Closure | null
}

/**
 * Loads a person and what the profile shows of them, in one round trip; null when the person does not exist. That is
 * the learning, the relatives whose names it has, whether a staff sign-in is connected and, for administrators, why the
 * account is closed.
 *
 * Checks no access: the caller limits the learning and records the reading. Of several results in an education the
 * latest counts. `staffSignIn` is false when a member without a role reads their own profile.
 */
export async function loadProfile(ctx: Ctx, userId: number): Promise<LoadedProfile | null> {
  const isMember = isSelfWithoutRole(ctx.actor, userId)
  const [[row], results, started, booked, relations, requests, [emailChange], linkedIssuer, closure] =
    await Promise.all([
      selectPerson(ctx, userId),
      isMember
        ? selectEducationResultsOfUser(ctx.db, { userId })
        : selectEducationResults(ctx.db, { userIds: [userId] }, ctx.actor),
      selectStartedEducations(ctx, userId),
      selectBookedOccasions(ctx, userId),
      loadRelations(ctx, userId),
      selectOpenRequests(ctx.db, userId, ctx.now),
      selectPending(ctx.db, userId, ctx.now),
      isMember ? null : findLinkedIssuer(ctx.db, userId),
      isAdministrator(ctx.actor) ? findClosure(ctx.db, userId) : null,
    ])
  if (!row) return null
  const learning = {
    looksAfter: row.looksAfter === 1,
    results: selectLatestByEducation(results.map(toEducationResult)),
    started: started.map(toBlock(ctx)),
    booked: booked.map(toBookedOccasion),
    emailChange: emailChange ?? null,
    ...toRelations(ctx, relations, { userId, requests }),
  }
  return {
    user: toFoundUser(row),
    learning,
    relatives: listRelatives(relations, userId),
    staffSignIn: linkedIssuer !== null,
    closure,
  }
}

/**
 * Loads the learning, payments and relations of a person for the export of personal data; lists are empty for an
 * unknown person. All lists are complete, beyond the limits of the pages; of the relations only those that the caller
 * may see. Checks no access and records nothing. `records` and `acts`, the rows of tables, are loaded apart.
 */
export async function loadPersonalData(
  ctx: Ctx,
  userId: number,
): Promise<Omit<PersonalData, 'exported' | 'user' | 'records' | 'acts'>> {
  const [results, partResults, relations, requests, submissions, comments, payments, goals] = await Promise.all([
    selectAllResultsOfUser(ctx.db, userId),
    selectPartResults(ctx.db, userId),
    loadRelations(ctx, userId),
    selectOpenRequests(ctx.db, userId, ctx.now),
    selectSubmissionsOfUser(ctx.db, userId),
    selectThreadsOfUser(ctx.db, userId),
    selectAllPayments(ctx.db, userId),
    selectNamedGoals(ctx.db, userId),
  ])
  const [exams, licenses, otherRequirements, reportedActivities] = await Promise.all([
    listExamRowsOfUser(ctx, userId),
    listCycles(ctx.db, userId, toPortalDay(ctx.now)),
    listResults(ctx.db, userId),
    listAllReports(ctx.db, userId),
  ])
  return {
    exams: exams.map((row) => toExamResult(ctx, row)),
    licenses,
    licenseGoals: goals,
    otherRequirements,
    reportedActivities,
    submissions: submissions.map((row) => toSubmission(ctx, row)),
    comments: toComments(comments),
    payments: payments.map(toPayment),
    educationResults: results.map(toEducationResult),
    partResults: partResults.map(toPartResult),
    ...toRelations(ctx, relations, { userId, requests }),
  }
}
