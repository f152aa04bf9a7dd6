import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import { clubOf, countedFigures, type Figures, participations, type Slice } from './participations.ts'

export interface EducationFigures extends Figures {
  educationId: number
}

/** Education by education; those that nobody has taken part in are not there. */
export const listEducationFigures = (db: Database, slice: Slice): Promise<EducationFigures[]> =>
  db.query.all(sql`
    select education_id as educationId, ${countedFigures} from (${participations(slice)}) group by education_id`)

export interface Hours {
  educationId: number
  clubId: number | null
  participants: number
  /** Of those whose date of birth is known. */
  under25: number
}

/** Who completed in the period, education by education and club. */
export const listHours = (db: Database, slice: Slice): Promise<Hours[]> =>
  db.query.all(sql`
    select education_id as educationId, club_id as clubId, count(*) as participants,
      coalesce(sum(birth_on > date(completed_at, '-25 years')), 0) as under25
    from (
      select education_id, completed_at, ${clubOf(sql`t.user_id`)} as club_id,
        (select b.birth_on from users b where b.id = t.user_id) as birth_on
      from (${participations(slice)}) t where completed_at is not null
    ) group by education_id, club_id`)
