import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { connectionTroubles } from '#api/money/fortnox/rules.ts'
import { day, instant, noContent } from '#api/wire.ts'
import { alertRules } from './rules.ts'

const CallMetrics = z.object({
  /** Name of a call, `page` and a path of the route table, or another kind of request. */
  name: z.string(),
  requests: z.int(),
  errors: z.int(),
  p95Ms: z.int().nullable(),
})
export type CallMetrics = z.infer<typeof CallMetrics>

const Alert = z.object({ rule: z.enum(alertRules), opened: instant, cleared: instant.nullable() })
export type Alert = z.infer<typeof Alert>

/** Parts of the report; each is read by itself, and is null when it could not be read. */
export const operationsParts = [
  'rules',
  'requests',
  'clock',
  'queue',
  'deadLetters',
  'mails',
  'database',
  'files',
  'backup',
  'drill',
  'alerts',
  'fortnox',
] as const
export type OperationsPart = (typeof operationsParts)[number]

/** How the portal has run; nothing about a person. */
export const Operations = z.object({
  checked: instant,
  /** The parts that could not be read. */
  unread: z.array(z.enum(operationsParts)),
  broken: z.array(z.enum(alertRules)).nullable(),
  requests: z.object({ total: CallMetrics.omit({ name: true }), calls: z.array(CallMetrics) }).nullable(),
  clock: z.object({ last: instant.nullable(), runs: z.int(), failures: z.int() }).nullable(),
  queue: z.object({ due: z.int(), running: z.int(), oldestDue: instant.nullable() }).nullable(),
  deadLetters: z
    .object({
      total: z.int(),
      items: z.array(z.object({ id: z.string(), kind: z.string(), attempts: z.int(), finished: instant.nullable() })),
    })
    .nullable(),
  mails: z.object({ failed: z.int(), oldestFailed: instant.nullable() }).nullable(),
  databaseBytes: z.int().nullable(),
  /** Files as the daily job measured them; null also before its first run. */
  files: z.object({ count: z.int(), bytes: z.int(), measured: instant }).nullable(),
  backup: z.object({ isConfigured: z.boolean(), last: instant.nullable(), missingFiles: z.int() }).nullable(),
  /** Null also before the first drill. */
  drill: z.object({ day: z.string(), minutes: z.int() }).nullable(),
  alerts: z.array(Alert).nullable(),
  /** Trouble that keeps invoices from being sent to Fortnox, null without one, and how many wait. */
  fortnox: z.object({ trouble: z.enum(connectionTroubles).nullable(), waitingCount: z.int() }).nullable(),
  /** Whether alerts are mailed to anybody. */
  hasReceivers: z.boolean(),
})
export type Operations = z.infer<typeof Operations>

export const NewRestoreDrill = z.object({
  day,
  minutes: z.int().min(1).max(10_080),
})
export type NewRestoreDrill = z.infer<typeof NewRestoreDrill>

export const PortalStatus = z.object({
  checked: instant,
  /** Each part of the portal, and whether it works. */
  pages: z.boolean(),
  background: z.boolean(),
  files: z.boolean(),
})
export type PortalStatus = z.infer<typeof PortalStatus>

export const operationsCalls = contract({
  'GET /Operations': {
    who: 'superadministrators',
    reply: Operations,
    cache: 'never',
    summary: 'Reports how the portal has run in the last 24 hours: requests, jobs, clock, mails, storage, backups.',
  },
  'POST /Operations/restoreDrills': {
    who: 'superadministrators',
    body: NewRestoreDrill,
    reply: noContent,
    repeatable: true,
    summary: 'Notes that restoring a backup has been rehearsed.',
  },
  'GET /Status': {
    who: 'anyone',
    reply: PortalStatus,
    cache: sharedCache(30, 'everyone'),
    summary: 'Reports which parts of the portal work.',
  },
})
