import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Education } from '../contract.ts'
import { listMissingForPublishing } from './rules.ts'
import { getManagedEducation, getSavedEducation } from './save-education.ts'
import { markPublished, markUnpublished } from './storage.ts'

/**
 * Publishes an education, with an audit entry, and returns it; an archived one is no longer archived. Repeating it
 * changes nothing. Notifies nobody.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getManagedEducation` does.
 * @throws Refused('education_incomplete') at the fields that are missing when it lacks a category or a part.
 * @throws Refused('changed_meanwhile') when it was saved at the same time.
 */
export async function publishEducation(ctx: Ctx, id: number): Promise<Education> {
  const education = await getManagedEducation(ctx, id)
  if (education.published && !education.archived) return education
  const missing = listMissingForPublishing(education)
  if (missing.length > 0) {
    const t = translator(ctx.language, 'refusals')
    const fields = Object.fromEntries(missing.map((field) => [field, t(`education_incomplete_${field}`)]))
    throw new Refused('education_incomplete', { fields })
  }
  await ctx.db.commit([
    markPublished(ctx.db, id, education.lastChange, ctx.now),
    recordAudit(ctx, 'education.published', { type: 'education', id }),
  ])
  return getSavedEducation(ctx, id)
}

/**
 * Unpublishes an education, with an audit entry, and returns it. Repeating it changes nothing; learners with a result
 * still see it. Notifies nobody.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getManagedEducation` does.
 */
export async function unpublishEducation(ctx: Ctx, id: number): Promise<Education> {
  const education = await getManagedEducation(ctx, id)
  if (!education.published) return education
  await ctx.db.commit([
    markUnpublished(ctx.db, id, ctx.now),
    recordAudit(ctx, 'education.unpublished', { type: 'education', id }),
  ])
  return getSavedEducation(ctx, id)
}
