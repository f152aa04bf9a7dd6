import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { isEducationReadable } from '#api/catalogue/scope/education-scope.ts'
import type { Database } from '#platform/database.ts'
import type { Clash, ClashQuestion } from './contract.ts'

const toList = (ids: readonly number[]): SQL => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** SQL condition: one of the people is the examiner or a responsible educator of the exam. */
const isExaminedByOneOf = (userIds: readonly number[]): SQL => sql`(busy_exam.examiner_id in ${toList(userIds)}
  or exists (select 1 from driver_exam_responsibles busy_people
    where busy_people.driver_exam_id = busy_exam.id and busy_people.user_id in ${toList(userIds)}))`

/** SQL condition: the actor may read the exam's education, or examines the exam as an educator. */
const isReadable = (actor: Actor): SQL =>
  'Educator' in actor.roles
    ? sql`(${isEducationReadable(actor)} or ${isExaminedByOneOf([actor.id])})`
    : isEducationReadable(actor)

interface ExamRow {
  examId: number
  examTitle: string
  examStart: string
  examEnd: string
  isAtVenue: 0 | 1
  examinerIds: string
}

/**
 * Lists at most `limit` practical driver exams that overlap the planned sessions, by the same rules as `listClashes`;
 * the examiner and the responsible educators are the people of an exam, which lasts from its start to its end.
 */
export async function listExamClashes(
  db: Database,
  actor: Actor,
  { sessions, city, venue, responsibleIds, exceptExamId }: ClashQuestion,
  limit: number,
): Promise<Clash[]> {
  const isAtVenue = venue
    ? sql`coalesce(busy_exam.venue = ${venue} collate nocase and busy_exam.city = ${city} collate nocase, 0)`
    : sql`0`
  const first = new Date(Math.min(...sessions.map(({ start }) => start.getTime()))).toISOString()
  const last = new Date(Math.max(...sessions.map(({ end }) => end.getTime()))).toISOString()
  const rows = await db.rows<ExamRow>(sql`
    select busy_exam.id as examId, coalesce(busy_exam.title, exam_part.title) as examTitle,
      busy_exam.starts_at as examStart, busy_exam.ends_at as examEnd, ${isAtVenue} as isAtVenue,
      (select json_group_array(person) from (select busy_exam.examiner_id as person union
        select named.user_id from driver_exam_responsibles named where named.driver_exam_id = busy_exam.id)
        where person in ${toList(responsibleIds)}) as examinerIds
    from driver_exams busy_exam
    join education_parts exam_part on exam_part.id = busy_exam.education_part_id
    join educations on educations.id = busy_exam.education_id
    where busy_exam.canceled_at is null and busy_exam.id is not ${exceptExamId}
      and busy_exam.starts_at < ${last} and busy_exam.ends_at > ${first}
      and exists (select 1 from json_each(${JSON.stringify(sessions)}) planned_session
        where busy_exam.starts_at < planned_session.value ->> '$.end'
          and planned_session.value ->> '$.start' < busy_exam.ends_at)
      and (${isAtVenue} or ${isExaminedByOneOf(responsibleIds)}) and ${isReadable(actor)}
    order by busy_exam.starts_at, busy_exam.id limit ${limit}`)
  return rows.map((row) => ({
    kind: 'exam',
    id: row.examId,
    title: row.examTitle,
    startDate: new Date(row.examStart),
    endDate: new Date(row.examEnd),
    isSameVenue: row.isAtVenue === 1,
    responsibleIds: JSON.parse(row.examinerIds) as number[],
  }))
}
