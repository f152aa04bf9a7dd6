import { sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { occasionsOfEducations } from '#api/catalogue/occasions/views.ts'
import { managesEducation } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import { type EducationFigures, listEducationFigures } from '#api/office/overview/storage.ts'
import { isInScope, type ParticipationScope } from '#api/office/participations/participations.ts'
import { resultEducationId } from '#api/participation/results/storage.ts'
import { liveResults } from '#api/participation/results/views.ts'

export interface SummaryRow extends EducationFigures {
  occasions: number
  canceledOccasions: number
  incomeMinor: number
}

interface OccasionCounts {
  educationId: number
  occasions: number
  canceledOccasions: number
}

/** SQL: the occasions that begin in the period, once for each education that the actor manages. */
const fromOccasions = (actor: Actor, { from, until }: Pick<ParticipationScope, 'from' | 'until'>) => sql`
  from ${occasionsOfEducations} o join ${educationsView} educations on educations.id = o.education_id
  where o.starts_at between ${from.toISOString()} and ${until.toISOString()}
    and ${managesEducation(actor) ?? sql`false`}`

/** Counts occasions that begin in the period, by education that the caller manages. */
const listOccasionCounts = ({ db, actor }: Ctx, { from, until, educationIds }: ParticipationScope) =>
  db.rows<OccasionCounts>(sql`
    select o.education_id as educationId, count(*) as occasions, sum(o.canceled_at is not null) as canceledOccasions
    ${fromOccasions(actor, { from, until })}
      ${educationIds ? sql`and o.education_id in (${educationIds})` : sql``}
    group by o.education_id`)

/**
 * Counts the occasions that have begun in the period, of educations that the caller manages, each once. Cancelled ones,
 * and those that begin after now, do not count; the scope's educations and clubs are not applied.
 */
export async function countBegun({ db, actor, now }: Ctx, { from, until }: ParticipationScope): Promise<number> {
  const [row] = await db.rows<{ occasions: number }>(sql`
    select count(distinct o.occasion_id) as occasions ${fromOccasions(actor, { from, until })} and o.canceled_at is null
      and o.starts_at <= ${now.toISOString()}`)
  return row?.occasions ?? 0
}

interface Income {
  educationId: number
  incomeMinor: number
}

/** Sums the fees of the period’s sign-ups by education, paid or not. */
const listIncome = ({ db }: Ctx, slice: ParticipationScope) =>
  db.rows<Income>(sql`
    select reported.education_id as educationId, sum(reported.fee_at_sign_up_minor) as incomeMinor
    from (select user_id, occasion_id, practical_driver_exam_id, fee_at_sign_up_minor,
        ${resultEducationId} as education_id
      from ${liveResults} education_part_results
      where fee_at_sign_up_minor > 0
        and signed_up_at between ${slice.from.toISOString()} and ${slice.until.toISOString()}) reported
    where ${isInScope(slice, sql`reported.user_id`, sql`reported.education_id`, { occasionId: sql`reported.occasion_id`, examId: sql`reported.practical_driver_exam_id` })}
    group by reported.education_id`)

const emptyRow = (educationId: number): SummaryRow => ({
  educationId,
  people: 0,
  signedUp: 0,
  inProgress: 0,
  completed: 0,
  external: 0,
  occasions: 0,
  canceledOccasions: 0,
  incomeMinor: 0,
})

/**
 * Lists the figures of educations with participations, occasions or income in the period and scope, in no order.
 * Occasions count by their start, only in educations that the caller manages, and `canceledOccasions` are among them;
 * the scope's clubs do not limit them. Income is the fees of live sign-ups in öre, paid or not; figures that an
 * education lacks are 0.
 */
export async function listSummary(ctx: Ctx, slice: ParticipationScope): Promise<SummaryRow[]> {
  const parts = await Promise.all([
    listEducationFigures(ctx.db, slice),
    listOccasionCounts(ctx, slice),
    listIncome(ctx, slice),
  ])
  const rows = new Map<number, SummaryRow>()
  for (const row of parts.flat())
    rows.set(row.educationId, { ...(rows.get(row.educationId) ?? emptyRow(row.educationId)), ...row })
  return [...rows.values()]
}
