import { eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { prepared, type Writing } from '#platform/prepared.ts'
import { type Actor, holdsAnyRole, isEducatorLevel } from '../actor.ts'
import { allThreadsOf, commentFrom } from '../comments/storage.ts'
import type { Ctx } from '../context.ts'
import { mayConfirm, mayRemove } from '../guardians/rules.ts'
import { guardianLinks } from '../guardians/table.ts'
import { selectNamedGoals } from '../licenses/goals/storage.ts'
import { listCycles } from '../licenses/held/storage.ts'
import { listReportsOf } from '../licenses/reported/storage.ts'
import { listResults } from '../other-requirements/storage.ts'
import { paymentFrom } from '../payments/show-payment.ts'
import { listPaymentsOf } from '../payments/storage.ts'
import { educationResultFrom, educationResultsOf } from '../results/educations/storage.ts'
import { examResultFor } from '../results/exams/exam-result.ts'
import { listExamRowsOf } from '../results/exams/storage.ts'
import { blockFrom, bookedFrom, selectBooked, selectStarted } from '../results/people/storage.ts'
import { latestOfEach } from '../results/rules.ts'
import { partResultFrom, selectPartResultsOf } from '../results/storage.ts'
import { allSubmissionsOf, submissionFrom } from '../submissions/storage.ts'
import { type FoundUser, foundColumns, foundFrom, type Sight } from '../users/storage.ts'
import { users } from '../users/table.ts'
import { looksAfter, sightOf } from '../users/within-reach.ts'
import { dayIn } from '../zone.ts'
import type { PersonalData, Profile, ShownRelation } from './contract.ts'

const adult = alias(users, 'adult')
const child = alias(users, 'child')
const nameOf = (person: typeof adult | typeof child) => sql<string>`${person.firstName} || ' ' || ${person.lastName}`

/** `cares`: the actor looks after the person whose id this is. */
const selectRelations = ({ query }: Writing, userId: number, cares: (child: SQL) => SQL) =>
  query
    .select({
      adultUserId: guardianLinks.adultUserId,
      childUserId: guardianLinks.childUserId,
      confirmedAt: guardianLinks.confirmedAt,
      // Each by a name of its own, because a batch answers its rows by column name.
      adult: nameOf(adult).as('adult_name'),
      child: nameOf(child).as('child_name'),
      isAdultExternal: sql<number>`${adult.isExternal}`.as('is_adult_external'),
      looksAfterChild: sql<number>`${cares(sql`${guardianLinks.childUserId}`)}`.as('looks_after'),
    })
    .from(guardianLinks)
    .innerJoin(adult, eq(adult.id, guardianLinks.adultUserId))
    .innerJoin(child, eq(child.id, guardianLinks.childUserId))
    .where(or(eq(guardianLinks.adultUserId, userId), eq(guardianLinks.childUserId, userId)))
    .orderBy(guardianLinks.id)

const nobody = () => sql`false`

const memberRelations = prepared((db, { userId }: { userId: number }) => selectRelations(db, userId, nobody))

/** Members look after nobody, so what is asked for one reads as for another. */
const relationsOf = ({ db, actor }: Ctx, userId: number) =>
  isEducatorLevel(actor) ? selectRelations(db, userId, (id) => looksAfter(actor, id)) : memberRelations(db, { userId })

type RelationRow = Awaited<ReturnType<typeof selectRelations>>[number]

function shownFrom(ctx: Ctx, row: RelationRow): Omit<ShownRelation, 'userId' | 'name'> {
  const trust = { looksAfterChild: row.looksAfterChild === 1, isAdultExternal: row.isAdultExternal === 1 }
  const confirmed = row.confirmedAt !== null
  return {
    confirmed,
    mayConfirm: !confirmed && mayConfirm(ctx.actor.id, row.childUserId, trust),
    mayRemove: mayRemove(ctx.actor.id, row, trust),
  }
}

function relationsFrom(ctx: Ctx, rows: readonly RelationRow[], userId: number): Pick<Profile, 'guardians' | 'wards'> {
  const guardians = rows.filter(({ childUserId }) => childUserId === userId)
  const wards = rows.filter(({ adultUserId }) => adultUserId === userId)
  return {
    guardians: guardians.map((row) => ({ userId: row.adultUserId, name: row.adult, ...shownFrom(ctx, row) })),
    wards: wards.map((row) => ({ userId: row.childUserId, name: row.child, ...shownFrom(ctx, row) })),
  }
}

/** `looksAfter`: the caller is of the person's office or one of their educators. */
export type Learning = Omit<Profile, 'user' | 'full' | 'may'> & { looksAfter: boolean }

const selectSeen = ({ query }: Writing, userId: number, sight: Sight, cares: SQL) =>
  query
    .select({ ...foundColumns(sight), looksAfter: sql<number>`${cares}`.as('care') })
    .from(users)
    .where(eq(users.id, userId))

const oneself = prepared((db, { userId }: { userId: number }) =>
  selectSeen(db, userId, { seen: sql`true`, answeredFor: sql`false` }, sql`false`),
)

const isPlainSelf = (actor: Actor, userId: number) => actor.id === userId && !holdsAnyRole(actor)

/** The person with what the caller may do; members see all of themselves and are nobody's office. */
const selectPerson = ({ db, actor }: Ctx, userId: number) =>
  isPlainSelf(actor, userId)
    ? oneself(db, { userId })
    : selectSeen(db, userId, sightOf(actor), looksAfter(actor, userId))

/** A person as the caller finds them, and everything of their learning that the profile shows, in one round trip; null when there is none. */
export async function readProfile(ctx: Ctx, userId: number): Promise<{ user: FoundUser; learning: Learning } | null> {
  const [[found], results, started, booked, relations] = await ctx.db.read([
    selectPerson(ctx, userId),
    educationResultsOf(ctx.db, { userId }),
    selectStarted(ctx, userId),
    selectBooked(ctx, userId),
    relationsOf(ctx, userId),
  ])
  if (!found) return null
  const learning = {
    looksAfter: found.looksAfter === 1,
    results: latestOfEach(results.map(educationResultFrom)),
    started: started.map(blockFrom(ctx)),
    booked: booked.map(bookedFrom),
    ...relationsFrom(ctx, relations, userId),
  }
  return { user: foundFrom(found), learning }
}

/** The whole of it. */
export async function readPersonalData(ctx: Ctx, userId: number): Promise<Omit<PersonalData, 'exported' | 'user'>> {
  const [results, partResults, relations, submissions, comments, payments, goals] = await ctx.db.read([
    educationResultsOf(ctx.db, { userId }),
    selectPartResultsOf(ctx.db, userId),
    relationsOf(ctx, userId),
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
    ...relationsFrom(ctx, relations, userId),
  }
}
