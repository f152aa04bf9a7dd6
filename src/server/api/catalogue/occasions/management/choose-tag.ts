import { listManagedEducations } from '#api/catalogue/education-parts/course-storage.ts'
import type { Ctx } from '#api/context.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { codeOfConstraint, Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { Constraint, type Statement } from '#platform/database.ts'
import type { OccasionInput } from './contract.ts'
import { findTyingEducation } from './storage.ts'

const refuseTag = (ctx: Ctx, path: string, reason: string): never => {
  const text = translator(ctx.language, 'refusals')(reason)
  throw new Refused('invalid_input', { fields: { [`${path}tagId`]: text } })
}

/** Whoever ties an occasion decides on the whole set, so the education of the tag must be theirs to manage. */
export async function checkTag(ctx: Ctx, given: OccasionInput, before: number | null, path = ''): Promise<void> {
  const { tagId } = given
  if (tagId === undefined || tagId === before) return
  const tags = [before, tagId].filter((id) => id !== null)
  for (const id of tags) {
    const educationId = await findTyingEducation(ctx.db, id, given)
    if (educationId === null) return refuseTag(ctx, path, 'invalid.unknown_reference')
    const [education] = await listManagedEducations(ctx.db, [educationId])
    if (!education || !mayManage(ctx.actor, education)) return refuseTag(ctx, path, 'not_allowed')
  }
}

const aboutTags = ['tag_part_twice', 'tag_occasion_booked'] as const

/** What a tag may not tie is the database's to refuse; the form shows it beside the tag. */
export async function commitTied<const S extends readonly Statement[]>(ctx: Ctx, statements: S) {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    const found = error instanceof Constraint ? codeOfConstraint(error.text) : null
    const code = aboutTags.find((one) => one === found)
    if (!code) throw error
    const reason = code === 'tag_occasion_booked' ? 'invalid.tag_occasion_booked' : code
    throw new Refused(code, { fields: { tagId: translator(ctx.language, 'refusals')(reason) } })
  }
}
