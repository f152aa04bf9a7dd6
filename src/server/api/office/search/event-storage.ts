import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { isGivenFor } from '#api/catalogue/occasions/views.ts'
import { isEducationReadable, isEducationVisible } from '#api/catalogue/scope/education-scope.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import type { Database } from '#platform/database.ts'
import { managesExam, managesOccasion } from '../worklist/managed-events.ts'
import type { HitsAmong } from './storage.ts'

const column = <Value>(expression: unknown, alias: string) => sql<Value>`${expression}`.as(alias)

/** Which events are found: coming ones that anyone may see, or the others for those who manage them. */
export type EventPeriod = 'coming' | 'other'

/**
 * SQL: a column of the first education of the occasion that meets the condition, published ones first; null when there
 * is none.
 */
const firstEducation = (name: 'id' | 'title', condition: SQL) => sql`(
  select ${sql.raw(`educations.${name}`)} from ${partsOfEducations} held_part join ${educationsView} educations on educations.id = held_part.education_id
  where ${isGivenFor('occasions', 'held_part')} and ${condition}
  order by educations.published_at is null or educations.archived_at is not null, educations.id limit 1
)`

const isComing = (table: string, now: Date) =>
  sql`${sql.raw(table)}.starts_at > ${now.toISOString()} and ${sql.raw(table)}.canceled_at is null`

/**
 * Selects at most `limit` matching occasions of the period and one more, best first. Of equal ones, coming ones are by
 * start, the others the latest first. Coming ones are of educations that the actor may see; the others (past, ongoing
 * or cancelled) are those that the actor manages. The title is that of an education that the actor may read, or else
 * the part's. `hits` returns the SQL table of matches among the rows that meet a condition.
 */
export function selectOccasions(
  db: Database,
  actor: Actor | null,
  { period, now, limit }: { period: EventPeriod; now: Date; limit: number },
  hits: HitsAmong,
) {
  const isShownEducation = period === 'coming' ? isEducationVisible(actor) : isEducationReadable(actor)
  const educationId = firstEducation('id', period === 'coming' ? isShownEducation : sql`true`)
  const shown =
    period === 'coming'
      ? sql`${isComing('occasions', now)} and ${educationId} is not null`
      : sql`not (${isComing('occasions', now)}) and ${managesOccasion(actor)} and ${educationId} is not null`
  return (
    db.query
      .select({
        id: column<number>(occasions.id, 'id'),
        educationId: column<number>(educationId, 'found_education_id'),
        educationTitle: column<string>(
          sql`coalesce(${firstEducation('title', isShownEducation)}, ${educationParts.title})`,
          'education_title',
        ),
        educationPartId: occasions.educationPartId,
        type: educationParts.type,
        title: column<string | null>(occasions.title, 'occasion_title'),
        partTitle: column<string>(educationParts.title, 'part_title'),
        startsAt: occasions.startsAt,
        endsAt: occasions.endsAt,
        city: occasions.city,
        venue: occasions.venue,
        canceledAt: occasions.canceledAt,
        managed: column<number>(managesOccasion(actor), 'is_managed'),
      })
      .from(occasions)
      .innerJoin(hits(shown), sql`hits.id = occasions.id`)
      .innerJoin(educationParts, sql`${educationParts.id} = ${occasions.educationPartId}`)
      .where(shown)
      // Occasions of one education have similar scores, so rounded scores let the earliest come first.
      .orderBy(
        sql`round(hits.score)`,
        period === 'coming' ? occasions.startsAt : sql`${occasions.startsAt} desc`,
        occasions.id,
      )
      .limit(limit + 1)
  )
}

const ofExam = (condition: SQL) => sql`exists (
  select 1 from ${educationsView} educations where educations.id = driver_exams.education_id and ${condition})`

/**
 * Selects at most `limit` matching practical driver exams of the period and one more, ordered like `selectOccasions`.
 * Coming ones are of educations that the actor may see; the others (past, ongoing or cancelled) are those that the
 * actor manages. None while the feature of exams is off. `hits` is as for `selectOccasions`.
 */
export function selectExams(
  db: Database,
  actor: Actor | null,
  { period, now, limit }: { period: EventPeriod; now: Date; limit: number },
  hits: HitsAmong,
) {
  const isShown =
    period === 'coming'
      ? sql`${isComing('driver_exams', now)} and ${ofExam(isEducationVisible(actor))}`
      : sql`not (${isComing('driver_exams', now)}) and ${managesExam(actor)}`
  const shown = sql`${isShown} and ${featureIsOn('PracticalDriverExamination')}`
  return db.query
    .select({
      id: column<number>(driverExams.id, 'id'),
      educationId: driverExams.educationId,
      educationTitle: column<string>(
        sql`(select title from ${educationsView} where id = driver_exams.education_id)`,
        'education_title',
      ),
      educationPartId: driverExams.educationPartId,
      title: column<string | null>(driverExams.title, 'exam_title'),
      partTitle: column<string>(educationParts.title, 'part_title'),
      startsAt: driverExams.startsAt,
      endsAt: driverExams.endsAt,
      city: driverExams.city,
      venue: driverExams.venue,
      canceledAt: driverExams.canceledAt,
      managed: column<number>(managesExam(actor), 'is_managed'),
    })
    .from(driverExams)
    .innerJoin(hits(shown), sql`hits.id = driver_exams.id`)
    .innerJoin(educationParts, sql`${educationParts.id} = ${driverExams.educationPartId}`)
    .where(shown)
    .orderBy(
      sql`round(hits.score)`,
      period === 'coming' ? driverExams.startsAt : sql`${driverExams.startsAt} desc`,
      driverExams.id,
    )
    .limit(limit + 1)
}
