import { sql } from 'drizzle-orm'
import { ageOfMajority } from '#api/ages.ts'
import { type ParticipationScope, selectParticipations } from '#api/office/participations/participations.ts'
import { peopleView } from '#api/people/users/views.ts'
import { selectPortalDay } from '#api/zone-sql.ts'
import type { Database } from '#platform/database.ts'

interface PeopleCounts {
  participants: number
  minors: number
}

/**
 * Counts the people of the overview's participations within `slice`, each once, and the minors among them. These were
 * under 18 on the day on which one of their participations began (sign-up, or else completion). Unknown dates of birth
 * count as adults.
 */
export async function countParticipants(db: Database, slice: ParticipationScope): Promise<PeopleCounts> {
  const beganOn = selectPortalDay(sql`coalesce(participation.signed_up_at, participation.completed_at)`)
  const [row] = await db.rows<PeopleCounts>(sql`
    select count(distinct participation.user_id) as participants,
      count(distinct case when person.birth_on > date(${beganOn}, ${`-${ageOfMajority} years`}) then person.id end) as minors
    from (${selectParticipations(slice)}) participation
    join ${peopleView} person on person.id = participation.user_id`)
  return row ?? { participants: 0, minors: 0 }
}
