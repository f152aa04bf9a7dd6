import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx } from '#api/context.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { placeReminders } from '../table.ts'

export interface Reminded {
  kind: 'occasion' | 'exam'
  placeId: number
  educationId: number | null
  title: string
  startsAt: string
  city: string
  venue: string | null
  userId: number
  firstName: string
  email: string | null
  language: Language | null
  /** The place is the reader's own, and not a young driver's. */
  isOwn: 0 | 1
}

interface Coming {
  /** Later than this and not later than that. */
  after: Date
  until: Date
  limit: number
}

/** Places of a kind that begin soon, with everybody who has one there; `people` names who comes to it. */
const coming = (kind: Reminded['kind'], place: SQL, onIt: SQL, people: SQL, { after, until }: Coming) => sql`
  select ${sql.raw(`'${kind}'`)} as kind, o.id as placeId, coalesce(r.education_id, o.education_id) as educationId,
    coalesce(o.title, p.title) as title, o.starts_at as startsAt, o.city, o.venue,
    u.id as userId, u.first_name as firstName, u.email, u.language,
    u.id = r.user_id as isOwn
  from ${place} o
  join ${educationPartsView} p on p.id = o.education_part_id
  join education_part_results r on ${onIt} = o.id and r.canceled = 0 and r.completed = 0 and r.signed_up_at is not null
  join ${peopleView} u on ${people} and u.inactive_at is null
  where o.starts_at > ${after.toISOString()} and o.starts_at <= ${until.toISOString()} and o.canceled_at is null
    and not exists (select 1 from place_reminders m
      where m.user_id = u.id and m.kind = ${sql.raw(`'${kind}'`)} and m.place_id = o.id)`

/** Who has a place that begins soon and has not been reminded of it; with a young driver comes the adult. */
export const listToRemind = (db: Database, asked: Coming) =>
  db.rows<Reminded>(sql`
    select * from (
      ${coming('occasion', occasionsView, sql`r.occasion_id`, sql`u.id = r.user_id`, asked)}
      union
      ${coming('exam', driverExamsView, sql`r.practical_driver_exam_id`, sql`u.id in (r.user_id, r.guardian_user_id)`, asked)}
    ) group by kind, placeId, userId order by startsAt, kind, placeId, userId limit ${asked.limit}`)

/** A reminder that is there refuses the commit. */
export const insertReminder = ({ db, now }: Ctx<null>, { userId, kind, placeId }: Reminded): Statement =>
  db.query.insert(placeReminders).values({ userId, kind, placeId, sentAt: now })
