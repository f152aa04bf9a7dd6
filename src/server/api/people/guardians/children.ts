import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { Child } from './contract.ts'
import { guardianLinks } from './table.ts'

const selectChildren = prepareQuery(({ query }, { adultId, bornBy }: { adultId: number; bornBy: string }) =>
  query
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, pictureFileId: users.pictureFileId })
    .from(guardianLinks)
    .innerJoin(users, eq(users.id, guardianLinks.childUserId))
    .where(
      and(
        eq(guardianLinks.adultUserId, adultId),
        isNotNull(guardianLinks.confirmedAt),
        isNull(users.protectedAt),
        isNull(users.inactiveAt),
        sql`(users.birth_on is null or users.birth_on > ${bornBy})`,
      ),
    )
    .orderBy(users.nameKey, users.id)
    .limit(20),
)

/**
 * Lists the children that the caller is a confirmed guardian of, by name; at most 20. Leaves out children who have come
 * of age, are inactive or have a protected identity. The reading is not recorded here.
 */
export async function listChildren(ctx: Ctx): Promise<Child[]> {
  const rows = await selectChildren(ctx.db, { adultId: ctx.actor.id, bornBy: latestAdultBirth(toPortalDay(ctx.now)) })
  return rows.map(({ id, firstName, lastName, pictureFileId }) => ({
    id,
    firstName,
    name: `${firstName} ${lastName}`,
    pictureUrl: personPictureUrl(ctx, pictureFileId),
  }))
}
