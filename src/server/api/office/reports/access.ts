import { type Actor, isEducatorLevel, isSuperadministrator } from '#api/actor.ts'
import type { FileReport } from './rules.ts'

/**
 * Whether the person may read reports of this kind: educators and above, `ManualInvoicing` superadministrators only.
 * The rows are limited to the person's own scope.
 */
export const canReadReport = (actor: Actor, report: FileReport): boolean =>
  report === 'ManualInvoicing' ? isSuperadministrator(actor) : isEducatorLevel(actor)
