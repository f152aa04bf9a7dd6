import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { viewListNames } from '#api/office/saved-views/rules.ts'
import { day, id, instant, noContent } from '#api/wire.ts'
import { deliveryOutcomes, maxReceivers, rhythms, scheduledReports } from './rules.ts'

const list = z.enum(viewListNames)
const hour = z.int().min(0).max(23)

const Receiver = z.object({
  userId: id,
  name: z.string(),
  /** Result of the latest period; null before the first. */
  outcome: z.enum(deliveryOutcomes).nullable(),
  /** The mail was written and could not be sent. */
  isUndelivered: z.boolean(),
  /** Rows in the receiver's own scope, for the receiver and superadministrators; null for a list without a number. */
  rows: z.int().nullable(),
})

export const ReportSchedule = z.object({
  id: z.string(),
  report: z.enum(scheduledReports),
  /** The list of the view; null for the board report, and when the view cannot be opened any more. */
  list: list.nullable(),
  viewName: z.string().nullable(),
  /** The owner of a schedule of somebody else; null for an own one. */
  ownerName: z.string().nullable(),
  /** The caller may pause and remove it: the owner and superadministrators. */
  canChange: z.boolean(),
  /** The caller gets its mails. */
  isReceiver: z.boolean(),
  rhythm: z.enum(rhythms),
  day: z.int(),
  hour: z.int(),
  isPaused: z.boolean(),
  /** False when all receivers have left; the schedule can then not be resumed. */
  hasReceivers: z.boolean(),
  /** Time of the next mails; they wait while the schedule is paused. */
  nextDue: instant,
  /** Day of the latest period that was sent; null before the first. */
  lastPeriod: day.nullable(),
  /** By name; only the caller for somebody who receives it and may not change it. */
  receivers: z.array(Receiver),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const NewReportSchedule = z.object({
  /** A view that the caller may open; null for the board report. */
  savedViewId: id.nullable(),
  times: z.discriminatedUnion('rhythm', [
    z.object({ rhythm: z.literal('weekly'), day: z.int().min(1).max(7), hour }),
    z.object({ rhythm: z.literal('monthly'), day: z.int().min(1).max(31), hour }),
  ]),
  receiverIds: z.array(id).min(1).max(maxReceivers),
})
export type NewReportSchedule = z.infer<typeof NewReportSchedule>

const params = z.object({ id: z.string().regex(/^[\w-]{1,60}$/) })

export const reportScheduleCalls = contract({
  'GET /ReportSchedules': {
    who: 'staff',
    cache: 'never',
    reply: z.array(ReportSchedule),
    summary:
      'Lists the scheduled reports that the caller owns or gets, with the latest result; for superadministrators everybody’s.',
  },
  'GET /ReportSchedules/choices': {
    who: 'staff',
    cache: 'never',
    reply: z.object({
      views: z.array(z.object({ id, list, name: z.string(), isShared: z.boolean() })),
      /** Whether the caller may schedule the board report. */
      hasBoardReport: z.boolean(),
    }),
    summary: 'Lists the saved views that the caller may schedule, by list and name.',
  },
  'GET /ReportSchedules/:id/target': {
    who: 'staff',
    cache: 'never',
    params,
    reply: z.object({ path: z.string() }),
    summary: 'Returns the path of a schedule’s report for its owner and its receivers. 404 for anybody else.',
  },
  'POST /ReportSchedules': {
    who: 'staff',
    body: NewReportSchedule,
    reply: ReportSchedule,
    repeatable: true,
    summary:
      'Schedules a saved view or the board report by mail to users who may open it, each in their own scope at that time.',
  },
  'PUT /ReportSchedules/:id/pause': {
    who: 'staff',
    params,
    reply: noContent,
    summary: 'Pauses a schedule of the caller; superadministrators anybody’s. Repeating it changes nothing.',
  },
  'PUT /ReportSchedules/:id/resume': {
    who: 'staff',
    params,
    reply: noContent,
    summary: 'Resumes a paused schedule from its next time on. Repeating it changes nothing.',
  },
  'PUT /ReportSchedules/:id/leave': {
    who: 'staff',
    params,
    reply: noContent,
    summary: 'Removes the caller from the receivers of a schedule. Repeating it changes nothing.',
  },
  'DELETE /ReportSchedules/:id': {
    who: 'staff',
    params,
    reply: noContent,
    summary: 'Removes a schedule of the caller; superadministrators anybody’s. Repeating it changes nothing.',
  },
})
