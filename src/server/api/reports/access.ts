import { type Actor, isEducatorLevel, isSuperadministrator } from '../actor.ts'
import type { PeriodReport } from './rules.ts'

/** Who may have a report at all; what is in it is narrowed to what they decide about. */
export const mayHave = (actor: Actor, report: PeriodReport): boolean =>
  report === 'ManualInvoicing' ? isSuperadministrator(actor) : isEducatorLevel(actor)
