import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { day, id, instant, line } from '#api/wire.ts'

const amount = z.number().positive().max(1000).multipleOf(0.01)

/** An activity outside the portal that counts towards a licence, in one of its categories. */
export const OutsideActivity = z.object({
  id,
  licenseId: id,
  licenseName: z.string(),
  /** Index in the licence's list of categories. */
  category: z.int().min(0),
  categoryName: z.string(),
  name: z.string(),
  unit: z.enum(['hours', 'activities']),
  /** Highest amount of one report. */
  most: amount,
  active: z.boolean(),
})
export type OutsideActivity = z.infer<typeof OutsideActivity>

const OutsideActivityInput = z.object({
  id: id.nullish(),
  licenseId: id,
  category: z.int().min(0).max(19),
  name: line.min(1).max(200),
  most: amount,
  active: z.boolean(),
})

/** Waits 0, Approved 1, Refused 2. */
const ReportState = z.union([z.literal(0), z.literal(1), z.literal(2)])

export const ReportedActivity = z.object({
  id,
  userId: id,
  userName: z.string(),
  activity: OutsideActivity,
  doneOn: day,
  amount: z.number(),
  note: z.string().nullable(),
  state: ReportState,
  reason: z.string().nullable(),
  created: instant,
})
export type ReportedActivity = z.infer<typeof ReportedActivity>

export const reportedActivities = contract({
  'GET /OutsideActivities': {
    who: 'signedIn',
    feature: 'License',
    reply: z.array(OutsideActivity),
    cache: sharedCache(60, 'members', 'licenses'),
    summary: 'Lists the outside activities that can be reported; for superadministrators also inactive ones.',
  },
  'POST /OutsideActivities': {
    who: 'superadministrators',
    feature: 'License',
    body: OutsideActivityInput,
    reply: OutsideActivity,
    changes: ['licenses'],
    repeatable: true,
    summary: 'Creates an outside activity that people can report.',
  },
  'PUT /OutsideActivities': {
    who: 'superadministrators',
    feature: 'License',
    body: OutsideActivityInput.extend({ id }),
    reply: OutsideActivity,
    changes: ['licenses'],
    summary: 'Changes or retires an outside activity; reported ones still count.',
  },
  'GET /user/:id/ReportedActivities': {
    who: 'signedIn',
    feature: 'License',
    reply: z.array(ReportedActivity),
    summary: 'Lists a person’s reported activities, latest first.',
  },
  'POST /user/:id/ReportedActivities': {
    who: 'signedIn',
    feature: 'License',
    body: z.object({ outsideActivityId: id, doneOn: day, amount, note: z.string().trim().max(500).nullish() }),
    reply: ReportedActivity,
    repeatable: true,
    summary: 'Reports an activity outside the portal; it counts once the office has approved it.',
  },
  'GET /ReportedActivities': {
    who: 'superadministrators',
    feature: 'License',
    reply: z.array(ReportedActivity),
    summary: 'Lists the reported activities that await approval, oldest first.',
  },
  'PUT /ReportedActivities/:id': {
    who: 'superadministrators',
    feature: 'License',
    body: z.object({ approved: z.boolean(), reason: z.string().trim().max(500).nullish() }),
    reply: ReportedActivity,
    summary: 'Approves a reported activity, or refuses it with a reason.',
  },
})
