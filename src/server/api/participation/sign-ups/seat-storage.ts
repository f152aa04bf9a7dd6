import { eq, sql } from 'drizzle-orm'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { Visitor } from '#api/context.ts'
import { notifiedChild } from '#api/people/guardians/recipients.ts'
import { users } from '#api/people/users/table.ts'

/**
 * Finds an occasion and a person by id, with the guardians who are notified about the person; null when either does not
 * exist. Whether the person is signed up, or the occasion is cancelled, is not checked.
 */
export async function findSeat({ db, now }: Visitor, userId: number, occasionId: number) {
  const { id, startsAt, endsAt, city, venue } = occasions
  const title = sql<string | null>`occasions.title`.as('occasion_title')
  const [row] = await db.query
    .select({
      occasion: { id, title, startsAt, endsAt, city, venue },
      partTitle: educationParts.title,
      notified: notifiedChild(now).as('notified'),
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
