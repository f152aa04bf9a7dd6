import type { Ctx } from '#api/context.ts'
import { formatViewHref } from '#api/office/saved-views/rules.ts'
import { Refused } from '#api/refusals.ts'
import { canOpenBoardReport, canOpenList, canOpenReport } from './access.ts'
import { boardReportPath } from './rules.ts'
import { findOpenable, listOpenViews } from './storage.ts'

/** Lists the views that the caller may schedule, by name, and says whether the board report is one of the choices. */
export async function listChoices({ db, actor }: Ctx) {
  const views = await listOpenViews(db, actor)
  return {
    views: views.filter(({ list }) => canOpenList(actor, list)).map(({ id, list, name }) => ({ id, list, name })),
    hasBoardReport: canOpenBoardReport(actor),
  }
}

/**
 * Returns the path of a schedule's report as it is now. The page that it leads to checks the caller's own scope.
 *
 * @throws Refused('not_found') when the caller neither owns nor receives the schedule, when the view is gone, and when
 * the caller may not open the report.
 */
export async function findReportPath({ db, actor }: Ctx, id: string): Promise<{ path: string }> {
  const schedule = await findOpenable(db, actor, id)
  if (!schedule || !canOpenReport(actor, schedule.report, schedule.view?.list ?? null)) throw new Refused('not_found')
  const { view } = schedule
  return { path: view ? formatViewHref(view.list, view.query) : boardReportPath }
}
