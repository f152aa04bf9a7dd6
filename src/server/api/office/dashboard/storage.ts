import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, firstCategoryColor } from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { pictureColorOf } from '#api/foundation/files/renditions/storage.ts'
import { publicFileUrl } from '#api/foundation/files/storage.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { seatsHeldAt } from '#api/money/payments/views.ts'
import { parseStepFacts, stepFacts } from '#api/participation/next-steps/storage.ts'
import {
  completedEducations,
  educationOfResult,
  educationResultsView,
  liveResults,
  resultsOfEducations,
} from '#api/participation/results/views.ts'
import { hasMeetingLink } from '#api/participation/sign-ups/rules.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { BookedOccasion } from './contract.ts'
import { rawColumns } from './raw-columns.ts'
import type { BegunEducation } from './rules.ts'

interface AppointmentRow {
  occasion_id: number | null
  exam_id: number | null
  starts_at: string
  ends_at: string
  city: string
  venue: string | null
  online_url: string | null
  signed_up_at: string | null
}

const appointmentColumns = [
  'occasion_id',
  'exam_id',
  'starts_at',
  'ends_at',
  'city',
  'venue',
  'online_url',
  'signed_up_at',
] as const

const toAppointment = (row: AppointmentRow) => ({
  occasionId: row.occasion_id,
  examId: row.exam_id,
  startDate: new Date(row.starts_at),
  endDate: new Date(row.ends_at),
  city: row.city,
  venue: row.venue,
  // Cancelled seats and occasions are not selected.
  onlineUrl: hasMeetingLink({ isApproved: row.signed_up_at !== null, isCanceled: false }) ? row.online_url : null,
  pending: row.signed_up_at === null,
})

/**
 * SQL: educations that a person has begun and not completed or has a reserved seat in, latest change first (spec
 * G-028). After a completion only a new result of the education itself starts it again.
 */
const startedBy = (userId: number, now: string): SQL => sql`
  select education_id, max(at) at from (
    select held.education_id, held.expires_at at from ${seatsHeldAt(now)} held
    where held.user_id = ${userId}
    union all
    select r.education_id, r.changed_at at from ${educationResultsView} r where r.user_id = ${userId} and r.completed = 0
    union all
    select r.education_id, r.changed_at from ${resultsOfEducations} r
    where r.user_id = ${userId} and not exists (
      select 1 from ${completedEducations} d where d.user_id = ${userId} and d.education_id = r.education_id)
  ) group by education_id order by at desc limit 12`

type StartedQuery = { userId: number; now: string; bornBy: string }

const startedColumns = rawColumns<{
  education_id: number
  title: string
  picture_url: string | null
  picture_color: string | null
  category_color: string | null
  facts: string
}>('education_id', 'title', 'picture_url', 'picture_color', 'category_color', 'facts')

/**
 * Selects up to twelve educations that a person has begun and not completed, or has a reserved seat in, latest change
 * first. A prepared query; each row has the facts of the next step, for `begunFrom`. After a completion only a new
 * result of the education itself starts it again (spec G-028).
 */
export const selectStarted = prepareQuery(({ query }, { userId, now, bornBy }: StartedQuery) =>
  query
    .select(startedColumns)
    .from(sql`(
    select chosen.at, chosen.education_id, begun.title, ${publicFileUrl(sql`begun.picture_file_id`)} picture_url,
      ${pictureColorOf(sql`begun.picture_file_id`)} picture_color, ${firstCategoryColor(sql`begun.id`)} category_color,
      ${stepFacts({ userId: sql`reader.id`, educationId: sql`chosen.education_id`, now: sql`reader.at`, bornBy: sql`reader.born_by` })} facts
    from (select ${userId} id, ${now} at, ${bornBy} born_by) reader
    join (${startedBy(userId, now)}) chosen
    join ${educationsView} begun on begun.id = chosen.education_id)`)
    .orderBy(sql`at desc, education_id`),
)

type StartedRow = Awaited<ReturnType<typeof selectStarted>>[number]

/**
 * Converts a row of `selectStarted` to an education that the caller has begun, with the facts about its steps (parts)
 * at `now`.
 */
export const begunFrom = (
  { education_id, title, picture_url, picture_color, category_color, facts }: StartedRow,
  now: Date,
): BegunEducation => ({
  educationId: education_id,
  title,
  pictureUrl: picture_url,
  pictureColor: picture_color,
  categoryColor: category_color,
  facts: parseStepFacts(facts, now),
})

interface BookedRow extends AppointmentRow {
  education_id: number | null
  education_title: string | null
  education_part_id: number
  part_title: string
}

const bookedColumns = rawColumns<BookedRow>(
  ...appointmentColumns,
  'education_id',
  'education_title',
  'education_part_id',
  'part_title',
)

/**
 * Selects up to ten occasions and exams that a person is signed up for, by start: not ended, not cancelled, without a
 * written result. Sign-ups that wait for approval are among them. Exams only while their feature is on.
 */
export const selectBooked = prepareQuery(({ query }, { userId, now }: { userId: number; now: string }) =>
  query
    .select(bookedColumns)
    .from(sql`(
    select o.id occasion_id, null exam_id, o.starts_at, o.ends_at, o.city, o.venue, o.online_url, r.signed_up_at,
      e.id education_id, e.title education_title, p.id education_part_id, p.title part_title
    from ${liveResults} r
    join ${occasionsView} o on o.id = r.occasion_id
    join ${educationPartsView} p on p.id = r.education_part_id
    left join ${educationsView} e on e.id = ${educationOfResult('r')}
    where r.user_id = ${userId} and r.completed = 0
      and o.canceled_at is null and o.ends_at > ${now}
    union all
    select null, x.id, x.starts_at, x.ends_at, x.city, x.venue, null, r.signed_up_at, e.id, e.title, p.id, p.title
    from ${liveResults} r
    join ${driverExamsView} x on x.id = r.practical_driver_exam_id
    join ${educationPartsView} p on p.id = r.education_part_id
    join ${educationsView} e on e.id = x.education_id
    where r.user_id = ${userId} and r.completed = 0
      and x.canceled_at is null and x.ends_at > ${now} and ${featureIsOn('PracticalDriverExamination')})`)
    .orderBy(sql`starts_at, occasion_id, exam_id`)
    .limit(10),
)

/** Converts a row of `selectBooked` to a booked occasion or exam with its education (null without one) and part. */
export const toBookedOccasion = (row: BookedRow): BookedOccasion => ({
  ...toAppointment(row),
  educationId: row.education_id,
  educationTitle: row.education_title,
  educationPartId: row.education_part_id,
  partTitle: row.part_title,
})
