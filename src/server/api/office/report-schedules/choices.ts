import type { Ctx } from '#api/context.ts'
import { formatViewHref } from '#api/office/saved-views/rules.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { Refused } from '#api/refusals.ts'
import { canOpenBoardReport, canOpenList, canOpenReport } from './access.ts'
import { boardReportPath } from './rules.ts'
import { canReceiveView, findOpenable, listOpenViews } from './storage.ts'

/**
 * Lists the saved views that the caller may schedule as reports (own and shared ones of lists that the caller may
 * open), by name. `hasBoardReport` says whether the board report is a choice too.
 */
export async function listChoices({ db, actor }: Ctx) {
  const views = await listOpenViews(db, actor)
  return {
    views: views
      .filter(({ list }) => canOpenList(actor, list))
      .map(({ id, list, name, isShared }) => ({ id, list, name, isShared })),
    hasBoardReport: canOpenBoardReport(actor),
  }
}

/**
 * Returns the path of the page that a scheduled report links to: the list with the view's present filter, or the board
 * report. That page checks the caller's own scope.
 *
 * @throws Refused('not_found') when the caller neither owns nor receives the schedule, when the view is gone or private
 * to the owner, and when the caller or the owner may not open the report.
 */
export async function findReportPath(ctx: Ctx, id: string): Promise<{ path: string }> {
  const { db, actor } = ctx
  const schedule = await findOpenable(db, actor, id)
  if (!schedule) throw new Refused('not_found')
  const { report, view, userId } = schedule
  const owner = userId === actor.id ? actor : await findActor(ctx, userId)
  const canOpen = [owner, actor].every((person) => person && canOpenReport(person, report, view?.list ?? null))
  if (!canOpen || (report === 'view' && !canReceiveView(schedule, actor.id))) throw new Refused('not_found')
  return { path: view ? formatViewHref(view.list, view.query) : boardReportPath }
}
