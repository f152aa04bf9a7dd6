import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { refuseCompletedAt } from './rules.ts'

/** Refuses a date of completion that cannot be, with the reason at the element of the list it came in. */
export function mustBeCompletable(ctx: Ctx, index: number, completedAt: Date | null | undefined, latest: Date): void {
  const reason = completedAt ? refuseCompletedAt(completedAt, latest) : null
  if (!reason) return
  const text = translator(ctx.language, 'refusals')(`invalid.${reason}`)
  throw new Refused('invalid_input', { fields: { [`${index}.completedDate`]: text } })
}
