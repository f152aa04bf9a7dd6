import { listManagedEducations } from '#api/catalogue/education-parts/course-storage.ts'
import type { Ctx } from '#api/context.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { OccasionInput } from './contract.ts'
import { findEducationOfTag } from './storage.ts'

const refuseTag = (ctx: Ctx, path: string, reason: string): never => {
  const text = translator(ctx.language, 'refusals')(reason)
  throw new Refused('invalid_input', { fields: { [`${path}tagId`]: text } })
}

/**
 * Checks that the actor manages the educations of the former and the new tag, because a tag affects all of its
 * occasions. An unchanged or absent tag is not checked. `before` is the id of the former tag, null without one.
 *
 * @throws Refused('invalid_input') at `tagId`, with `path` before that name, when a tag does not fit the occasion, its
 * education is not the actor's, or tags are off.
 */
export async function checkTag(ctx: Ctx, input: OccasionInput, before: number | null, path = ''): Promise<void> {
  const { tagId } = input
  if (tagId === undefined || tagId === before) return
  const tags = [before, tagId].filter((id) => id !== null)
  for (const id of tags) {
    const educationId = await findEducationOfTag(ctx.db, id, input)
    if (educationId === null) return refuseTag(ctx, path, 'invalid.unknown_reference')
    const [education] = await listManagedEducations(ctx.db, [educationId])
    if (!education || !mayManage(ctx.actor, education)) return refuseTag(ctx, path, 'not_allowed')
  }
}

/** The field of each refusal of the database, and its reason there. */
const fieldRefusals = [
  { code: 'tag_part_twice', field: 'tagId', reason: 'tag_part_twice' },
  { code: 'tag_occasion_booked', field: 'tagId', reason: 'invalid.tag_occasion_booked' },
  { code: 'occasion_max_below_booked', field: 'maxParticipants', reason: 'occasion_max_below_booked' },
] as const

/**
 * Commits, and returns the results of the statements; a tag or a number of seats that the database refuses is reported
 * at its field.
 *
 * @throws Refused('tag_part_twice') when the tag has an occasion of the same part.
 * @throws Refused('tag_occasion_booked') when the tag or the occasion has participants.
 * @throws Refused('occasion_max_below_booked') when there would be fewer seats than are taken or reserved.
 */
export async function commitWithFieldRefusals<const S extends readonly Statement[]>(ctx: Ctx, statements: S) {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    const constraintCode = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    const refusal = fieldRefusals.find(({ code }) => code === constraintCode)
    if (!refusal) throw error
    const { code, field, reason } = refusal
    throw new Refused(code, { fields: { [field]: translator(ctx.language, 'refusals')(reason) } })
  }
}
