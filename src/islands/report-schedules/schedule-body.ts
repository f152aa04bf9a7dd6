import type { NewReportSchedule } from '#api/office/report-schedules/contract.ts'
import type { Rhythm } from '#api/office/report-schedules/rules.ts'

/** Value of the board report among the ids of views. */
export const boardChoice = 0

/** The fields of the form. */
export interface ScheduleDraft {
  /** Id of a saved view, or `boardChoice`. */
  viewId: number
  rhythm: Rhythm
  /** From 1, Monday; for the rhythm `weekly`. */
  weekday: number
  /** From 1; for other rhythms. */
  monthday: number
  hour: number
  receiverIds: number[]
}

interface ViewChoice {
  id: number
  isShared: boolean
}

/** Returns whether the chosen view is the user's alone. */
export const isPrivateView = ({ viewId }: ScheduleDraft, views: readonly ViewChoice[]): boolean =>
  views.some(({ id, isShared }) => id === viewId && !isShared)

const toTimes = ({ rhythm, weekday, monthday, hour }: ScheduleDraft): NewReportSchedule['times'] =>
  rhythm === 'weekly' ? { rhythm, day: weekday, hour } : { rhythm, day: monthday, hour }

/**
 * Converts the fields of the form to a new schedule; the choice of the board report has no view (`savedViewId` null). A
 * private view of `views` goes to the user `ownId` alone, also when other receivers were chosen for another report
 * before.
 */
export const toNewSchedule = (
  draft: ScheduleDraft,
  views: readonly ViewChoice[],
  ownId: number,
): NewReportSchedule => ({
  savedViewId: draft.viewId === boardChoice ? null : draft.viewId,
  times: toTimes(draft),
  receiverIds: isPrivateView(draft, views) ? [ownId] : draft.receiverIds,
})

/** Id of the button that schedules a report, which other parts of the page link to. */
export const scheduleReportId = 'schedule-report'
