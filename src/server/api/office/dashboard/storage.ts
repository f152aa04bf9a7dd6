import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, partsOfEducations, prerequisitesOfParts } from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { publicAddress } from '#api/foundation/files/storage.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import {
  completedEducations,
  educationResultsView,
  liveResults,
  resultsOfEducations,
} from '#api/participation/results/views.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { BookedOccasion } from './contract.ts'
import { named } from './named.ts'
import type { PartStanding } from './rules.ts'

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
  onlineUrl: row.online_url,
  pending: row.signed_up_at === null,
})

type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null }

interface StandingRow extends Nullable<AppointmentRow> {
  education_id: number
  education_title: string
  picture_url: string | null
  part_id: number
  title: string
  type: 0 | 1 | 2 | 3
  completed: 0 | 1
  result_id: number | null
  prerequisites: string
}

/**
 * SQL: educations that a person has begun and not completed, latest change first (spec G-028). After a completion only
 * a new result of the education itself starts it again.
 */
const startedBy = (userId: number): SQL => sql`
  select education_id, max(at) at from (
    select r.education_id, r.changed_at at from ${educationResultsView} r where r.user_id = ${userId} and r.completed = 0
    union all
    select r.education_id, r.changed_at from ${resultsOfEducations} r
    where r.user_id = ${userId} and not exists (
      select 1 from ${completedEducations} d where d.user_id = ${userId} and d.education_id = r.education_id)
  ) group by education_id order by at desc limit 12`

const standingColumns = named<StandingRow>(
  ...appointmentColumns,
  'education_id',
  'education_title',
  'picture_url',
  'part_id',
  'title',
  'type',
  'completed',
  'result_id',
  'prerequisites',
)

/** Selects all parts of the started educations, with the person's results since the education was last completed. */
export const selectStandings = prepareQuery(({ query }, { userId }: { userId: number }) =>
  query
    .select(standingColumns)
    .from(sql`(
    select s.at, l.position, begun.id education_id, begun.title education_title, ${publicAddress(sql`begun.picture_file_id`)} picture_url, p.id part_id, p.title, p.type,
      exists (
        select 1 from ${liveResults} d
        where d.user_id = ${userId} and d.education_part_id = p.id and d.completed = 1
          and d.completed_at > coalesce((select max(completed_at) from ${completedEducations}
            where user_id = ${userId} and education_id = begun.id), '')
      ) completed,
      r.id result_id, r.signed_up_at,
      o.id occasion_id, x.id exam_id, coalesce(o.starts_at, x.starts_at) starts_at, coalesce(o.ends_at, x.ends_at) ends_at,
      coalesce(o.city, x.city) city, coalesce(o.venue, x.venue) venue, o.online_url,
      (select json_group_array(prerequisite_part_id) from ${prerequisitesOfParts} n
        where n.education_id = begun.id and n.education_part_id = p.id) prerequisites
    from (${startedBy(userId)}) s
    join ${educationsView} begun on begun.id = s.education_id
    join ${partsOfEducations} l on l.education_id = begun.id
    join ${educationPartsView} p on p.id = l.education_part_id
    left join ${liveResults} r on r.user_id = ${userId} and r.education_part_id = p.id and r.completed = 0
    left join ${occasionsView} o on o.id = r.occasion_id and o.canceled_at is null
    left join ${driverExamsView} x on x.id = r.practical_driver_exam_id and x.canceled_at is null)`)
    .orderBy(sql`at desc, education_id, position, part_id`),
)

/** Whether the row has an appointment. Outer join: its columns are all set or all null. */
const isAppointment = (row: Nullable<AppointmentRow>): row is AppointmentRow => row.starts_at !== null

/** Converts a row of `selectStandings`. */
export const standingFrom = (row: StandingRow): PartStanding => ({
  educationId: row.education_id,
  educationTitle: row.education_title,
  pictureUrl: row.picture_url,
  partId: row.part_id,
  title: row.title,
  type: row.type,
  completed: row.completed === 1,
  begun: row.result_id !== null,
  prerequisiteIds: JSON.parse(row.prerequisites) as number[],
  appointment: isAppointment(row) ? toAppointment(row) : null,
})

interface BookedRow extends AppointmentRow {
  education_id: number | null
  education_title: string | null
  education_part_id: number
  part_title: string
}

const bookedColumns = named<BookedRow>(
  ...appointmentColumns,
  'education_id',
  'education_title',
  'education_part_id',
  'part_title',
)

/** Selects up to ten occasions and exams that the person is signed up for and that have not ended. */
export const selectBooked = prepareQuery(({ query }, { userId, now }: { userId: number; now: string }) =>
  query
    .select(bookedColumns)
    .from(sql`(
    select o.id occasion_id, null exam_id, o.starts_at, o.ends_at, o.city, o.venue, o.online_url, r.signed_up_at,
      e.id education_id, e.title education_title, p.id education_part_id, p.title part_title
    from ${liveResults} r
    join ${occasionsView} o on o.id = r.occasion_id
    join ${educationPartsView} p on p.id = r.education_part_id
    left join ${educationsView} e on e.id = coalesce(r.education_id, o.education_id, (
      select min(education_id) from ${partsOfEducations} where education_part_id = r.education_part_id))
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

/** Converts a row of `selectBooked`. */
export const bookedFrom = (row: BookedRow): BookedOccasion => ({
  ...toAppointment(row),
  educationId: row.education_id,
  educationTitle: row.education_title,
  educationPartId: row.education_part_id,
  partTitle: row.part_title,
})
