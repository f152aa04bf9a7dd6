import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'

/**
 * Refuses fields with reasons, which are keys of the texts of refusals.
 * @throws Refused('invalid_input') at these fields.
 */
export function refuseFields(ctx: Ctx, reasons: Record<string, string>): never {
  const t = translator(ctx.language, 'refusals')
  throw new Refused('invalid_input', {
    fields: Object.fromEntries(Object.entries(reasons).map(([field, reason]) => [field, t(reason)])),
  })
}
