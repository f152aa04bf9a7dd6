import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { refuseCompletionDate } from './rules.ts'

/**
 * Checks the date of completion of the element at `index`, from 0, of a list that the caller writes; an absent date
 * passes.
 *
 * @throws Refused('invalid_input') at `<index>.completedDate` when the date is before 1900 or after `latest`; the
 * reason is in the caller's language.
 */
export function mustBeValidCompletionDate(
  ctx: Ctx,
  index: number,
  completedAt: Date | null | undefined,
  latest: Date,
): void {
  const reason = completedAt ? refuseCompletionDate(completedAt, latest) : null
  if (!reason) return
  const text = translator(ctx.language, 'refusals')(`invalid.${reason}`)
  throw new Refused('invalid_input', { fields: { [`${index}.completedDate`]: text } })
}
