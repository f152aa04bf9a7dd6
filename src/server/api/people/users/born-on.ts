import { translator } from '#locales/translate.ts'
import type { Ctx } from '../../context.ts'
import { Refused } from '../../refusals.ts'
import { dayIn } from '../../zone.ts'
import { refuseBirth } from './rules.ts'

/** Refuses a date of birth that cannot be, at its field. */
export function mustBeBirth(ctx: Ctx, birthDate: string | null | undefined): void {
  const reason = birthDate ? refuseBirth(birthDate, dayIn(ctx.now)) : null
  if (!reason) return
  const text = translator(ctx.language, 'refusals')(`invalid.${reason}`)
  throw new Refused('invalid_input', { fields: { birthDate: text } })
}
