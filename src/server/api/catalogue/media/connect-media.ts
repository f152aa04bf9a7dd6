import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { mayChangeMedium } from './access.ts'
import type { Media } from './contract.ts'
import { mediaFrom, mediaOfEducation } from './storage.ts'
import {
  connectableMedia,
  connectMedia,
  disconnectEducations,
  educationsManaged,
  storedMedium,
  untagMedium,
} from './write-storage.ts'

const refuseUnmanaged = ([education]: { managed: number }[]) => {
  if (!education) throw new Refused('not_found')
  if (!education.managed) throw new Refused('not_allowed')
}

export async function connectToEducation(ctx: Ctx, educationId: number, ids: readonly number[]): Promise<Media[]> {
  const [education, found] = await Promise.all([
    educationsManaged(ctx.db, ctx.actor, [educationId]),
    connectableMedia(ctx.db, ctx.actor, ids),
  ])
  refuseUnmanaged(education)
  if (found.length < new Set(ids).size) throw new Refused('not_found')
  await ctx.db.commit([
    connectMedia(ctx.db, educationId, ids),
    recordAudit(ctx, 'education.mediaConnected', { type: 'education', id: educationId }, { mediaIds: ids }),
  ])
  return (await mediaOfEducation(ctx.db, ctx.actor, educationId)).map((row) => mediaFrom(ctx, row))
}

export async function disconnectFromEducation(ctx: Ctx, mediaId: number, educationId: number): Promise<undefined> {
  refuseUnmanaged(await educationsManaged(ctx.db, ctx.actor, [educationId]))
  await ctx.db.commit([
    disconnectEducations(ctx.db, mediaId, [educationId]),
    recordAudit(ctx, 'education.mediaDisconnected', { type: 'education', id: educationId }, { mediaId }),
  ])
}

export async function untag(ctx: Ctx, mediaId: number, tagId: number): Promise<undefined> {
  const [row] = await storedMedium(ctx.db, mediaId)
  if (!row) throw new Refused('not_found')
  if (!mayChangeMedium(ctx.actor, row.medium)) throw new Refused(row.medium.inLibrary ? 'not_allowed' : 'not_found')
  await ctx.db.commit([
    untagMedium(ctx.db, mediaId, tagId),
    recordAudit(ctx, 'media.untagged', { type: 'media', id: mediaId }, { tagId }),
  ])
}
