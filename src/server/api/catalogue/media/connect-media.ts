import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { mayChangeMedium } from './access.ts'
import type { Media } from './contract.ts'
import { listMediaOfEducation, toMedium } from './storage.ts'
import {
  connectMedia,
  disconnectEducations,
  findMedium,
  listConnectableIds,
  listEducationsWithAccess,
  untagMedium,
} from './write-storage.ts'

const requireManaged = ([education]: { managed: number }[]) => {
  if (!education) throw new Refused('not_found')
  if (!education.managed) throw new Refused('not_allowed')
}

/**
 * Connects media to an education that the actor manages, with an audit entry, and lists at most 200 media of the
 * education by title. Media that are connected already stay so, and are in the entry too.
 *
 * @throws Refused('not_found') when the education or a medium does not exist, or the actor may not connect the medium.
 * @throws Refused('not_allowed') when the actor does not manage the education.
 */
export async function connectToEducation(ctx: Ctx, educationId: number, ids: readonly number[]): Promise<Media[]> {
  const [education, connectable] = await Promise.all([
    listEducationsWithAccess(ctx.db, ctx.actor, [educationId]),
    listConnectableIds(ctx.db, ctx.actor, ids),
  ])
  requireManaged(education)
  if (connectable.length < new Set(ids).size) throw new Refused('not_found')
  await ctx.db.commit([
    connectMedia(ctx.db, educationId, ids),
    recordAudit(ctx, 'education.mediaConnected', { type: 'education', id: educationId }, { mediaIds: ids }),
  ])
  return (await listMediaOfEducation(ctx.db, ctx.actor, educationId)).map((row) => toMedium(ctx, row))
}

/**
 * Removes a medium from an education that the actor manages, with an audit entry, also when it is not connected. The
 * medium itself stays.
 *
 * @throws Refused('not_found') when the education does not exist.
 * @throws Refused('not_allowed') when the actor does not manage the education.
 */
export async function disconnectFromEducation(ctx: Ctx, mediaId: number, educationId: number): Promise<undefined> {
  requireManaged(await listEducationsWithAccess(ctx.db, ctx.actor, [educationId]))
  await ctx.db.commit([
    disconnectEducations(ctx.db, mediaId, [educationId]),
    recordAudit(ctx, 'education.mediaDisconnected', { type: 'education', id: educationId }, { mediaId }),
  ])
}

/**
 * Removes a tag from a medium that the actor uploaded, superadministrators from any, with an audit entry, also when the
 * medium lacks the tag. The tag itself stays.
 *
 * @throws Refused('not_found') when there is no such medium, or it is somebody else's outside the library.
 * @throws Refused('not_allowed') when it is somebody else's in the library.
 */
export async function removeTagFromMedium(ctx: Ctx, mediaId: number, tagId: number): Promise<undefined> {
  const [row] = await findMedium(ctx.db, mediaId)
  if (!row) throw new Refused('not_found')
  if (!mayChangeMedium(ctx.actor, row.medium)) throw new Refused(row.medium.inLibrary ? 'not_allowed' : 'not_found')
  await ctx.db.commit([
    untagMedium(ctx.db, mediaId, tagId),
    recordAudit(ctx, 'media.untagged', { type: 'media', id: mediaId }, { tagId }),
  ])
}
