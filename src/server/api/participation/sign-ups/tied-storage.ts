import { type SQL, sql } from 'drizzle-orm'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import type { Database } from '#platform/database.ts'

const asList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** SQL: the feature that ties occasions by tags is on. */
const tagsAreOn = featureIsOn('EducationPartTags')

/** An occasion that has the same tag as the requested one. */
export interface TiedOccasion {
  /** The requested occasion. */
  askedId: number
  id: number
  educationPartId: number
  educationId: number
  needsApproval: 0 | 1
}

/**
 * Lists the occasions that are signed up for together with each of the given ones, because they have the same tag. Each
 * requested one is among them, by `askedId`, then by time; other cancelled ones are left out. None for one without a
 * tag, or while the feature of tags is off. Access is not checked here.
 */
export const listTiedOccasions = (db: Database, askedIds: readonly number[]) =>
  db.rows<TiedOccasion>(sql`
    select mine.id as askedId, o.id, o.education_part_id as educationPartId, t.education_id as educationId,
      o.needs_approval as needsApproval
    from ${occasionsView} mine join tags t on t.id = mine.tag_id
    join ${occasionsView} o on o.tag_id = t.id and (o.canceled_at is null or o.id = mine.id)
    where mine.id in ${asList(askedIds)} and ${tagsAreOn}
    order by mine.id, o.starts_at, o.id`)

/** A result on an occasion that has the same tag as the occasion of the requested result. */
export interface TiedResult {
  askedId: number
  /** The requested result waits for approval. */
  askedIsPending: 0 | 1
  resultId: number
  userId: number
  isPending: 0 | 1
  own: 0 | 1
  organized: 0 | 1
}

/**
 * Lists, for each of the part results, the same person's other open results on occasions with the same tag that are not
 * cancelled. In no order. Each has the caller's relation to it by the conditions. None while the feature of tags is
 * off.
 */
export const listTiedResults = (db: Database, resultIds: readonly number[], caller: { own: SQL; organized: SQL }) =>
  db.rows<TiedResult>(sql`
    select r.id as askedId, r.signed_up_at is null as askedIsPending, education_part_results.id as resultId,
      r.user_id as userId, education_part_results.signed_up_at is null as isPending,
      ${caller.own} as own, ${caller.organized} as organized
    from education_part_results r
    join ${occasionsView} mine on mine.id = r.occasion_id and mine.tag_id is not null
    join ${occasionsView} o on o.tag_id = mine.tag_id and o.id <> mine.id and o.canceled_at is null
    join education_part_results on education_part_results.occasion_id = o.id
      and education_part_results.user_id = r.user_id and education_part_results.canceled = 0
      and education_part_results.completed = 0
    where r.id in ${asList(resultIds)} and ${tagsAreOn}`)
