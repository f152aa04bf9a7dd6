import { eq, sql } from 'drizzle-orm'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'

/** Finds the occasion and the person of a seat; null when either does not exist. */
export async function findSeat(db: Database, userId: number, occasionId: number) {
  const { id, startsAt, endsAt, city, venue } = occasions
  const title = sql<string | null>`occasions.title`.as('occasion_title')
  const [row] = await db.query
    .select({
      occasion: { id, title, startsAt, endsAt, city, venue },
      partTitle: educationParts.title,
      recipient: {
        userId: sql<number>`users.id`.as('user_id'),
        firstName: users.firstName,
        email: users.email,
        language: users.language,
      },
    })
    .from(occasions)
    .innerJoin(educationParts, eq(educationParts.id, occasions.educationPartId))
    .innerJoin(users, eq(users.id, userId))
    .where(eq(occasions.id, occasionId))
  return row ?? null
}
