import { type CallerGroup, callerGroups, isSuperadministrator } from '#api/actor.ts'
import type { RoleHolder } from '#api/held-roles.ts'
import { type ViewList, viewLists } from '#api/office/saved-views/rules.ts'
import type { ScheduledReport } from './rules.ts'

/**
 * Returns whether a person may open a list of the office at all, by the roles that the list is for. Which rows the
 * person sees there is another matter.
 */
export const canOpenList = (person: RoleHolder, list: ViewList): boolean => {
  const who: CallerGroup = viewLists[list].who
  return callerGroups[who](person)
}

/** Returns whether a person may open the board report: true for superadministrators only, as for the overview. */
export const canOpenBoardReport = (person: RoleHolder): boolean => isSuperadministrator(person)

/**
 * Returns whether a person may open the report of a schedule: the board report, or a view of `list`. False for `list`
 * null, a view that is gone.
 */
export const canOpenReport = (person: RoleHolder, report: ScheduledReport, list: ViewList | null): boolean =>
  report === 'board' ? canOpenBoardReport(person) : list !== null && canOpenList(person, list)
