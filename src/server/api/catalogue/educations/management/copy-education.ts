import { copyParts } from '#api/catalogue/education-parts/part-copies.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { Education } from '../contract.ts'
import { copyLinks, findNewest, holdCopies, insertCopy, newest, shareParts } from './copy-storage.ts'
import { getManaged, written } from './save-education.ts'

interface Copy {
  title: string
  sharesParts: boolean
}

/** A new education like another; results, occasions and materials stay with the old one. */
export async function copyEducation(ctx: Ctx, id: number, { title, sharesParts }: Copy): Promise<Education> {
  await getManaged(ctx, id)
  const parts = sharesParts ? shareParts(ctx.db, id) : [...copyParts(ctx.db, id, ctx.now), ...holdCopies(ctx.db, id)]
  const done = await ctx.db.commit([
    insertCopy(ctx.db, id, title, ctx.now),
    ...copyLinks(ctx.db, id),
    ...parts,
    recordAudit(ctx, 'education.copied', { type: 'education', id: newest }, { from: id, title, sharesParts }),
    findNewest(ctx.db),
  ])
  // A commit answers each statement in its place; the last one tells the id.
  const [row] = done.at(-1) as { id: number }[]
  if (!row) throw new Error('the copy was not inserted')
  return written(ctx, row.id)
}
