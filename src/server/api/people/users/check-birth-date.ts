import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { refuseBirthDate } from './rules.ts'

/**
 * Checks a date of birth, `yyyy-MM-dd`, against the present Swedish day; an absent or empty one passes.
 * @throws Refused('invalid_input') at the field `birthDate` when the date is in the future or before 1900.
 */
export function checkBirthDate(ctx: Visitor, birthDate: string | null | undefined): void {
  const reason = birthDate ? refuseBirthDate(birthDate, toPortalDay(ctx.now)) : null
  if (!reason) return
  const text = translator(ctx.language, 'refusals')(`invalid.${reason}`)
  throw new Refused('invalid_input', { fields: { birthDate: text } })
}
