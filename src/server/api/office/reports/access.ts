import { type Actor, isEducatorLevel, isSuperadministrator } from '#api/actor.ts'
import type { FileReport } from './rules.ts'

/** Who may have a report at all; what is in it is narrowed to what they decide about. */
export const mayHave = (actor: Actor, report: FileReport): boolean =>
  report === 'ManualInvoicing' ? isSuperadministrator(actor) : isEducatorLevel(actor)
