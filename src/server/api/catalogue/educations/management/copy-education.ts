import { copyParts } from '#api/catalogue/education-parts/part-copies.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { Education } from '../contract.ts'
import {
  attachCopiedParts,
  copyLinks,
  insertEducationCopy,
  newestEducationId,
  selectNewestEducation,
  shareParts,
} from './copy-storage.ts'
import { getManagedEducation, getSavedEducation } from './save-education.ts'

interface CopyInput {
  title: string
  sharesParts: boolean
}

/**
 * Copies an education, unpublished and without its code, with an audit entry, and returns the copy.
 *
 * Categories, roles, responsible people and prerequisites are copied. Its parts are shared with the original
 * (`sharesParts`) or copied too; results, occasions and materials are not copied.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getManagedEducation` does, and when the actor may not see
 * the copy.
 */
export async function copyEducation(ctx: Ctx, id: number, { title, sharesParts }: CopyInput): Promise<Education> {
  await getManagedEducation(ctx, id)
  const parts = sharesParts
    ? shareParts(ctx.db, id)
    : [...copyParts(ctx.db, id, ctx.now), ...attachCopiedParts(ctx.db, id)]
  const results = await ctx.db.commit([
    insertEducationCopy(ctx.db, id, title, ctx.now),
    ...copyLinks(ctx.db, id),
    ...parts,
    recordAudit(
      ctx,
      'education.copied',
      { type: 'education', id: newestEducationId },
      { from: id, title, sharesParts },
    ),
    selectNewestEducation(ctx.db),
  ])
  // The commit returns the result of each statement in its order; the last one has the id.
  const [row] = results.at(-1) as { id: number }[]
  if (!row) throw new Error('the copy was not inserted')
  return getSavedEducation(ctx, row.id)
}
