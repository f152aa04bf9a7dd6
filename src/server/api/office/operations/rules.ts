/** Rules that raise an alert when they are broken. */
export const alertRules = ['backup', 'clock', 'deadLetters', 'errors', 'queue'] as const
export type AlertRule = (typeof alertRules)[number]

const minuteMs = 60_000

/** Limits of the rules; the texts of `operations` and docs/running/operations.md name them too. */
export const operationsLimits = {
  backupAgeMs: 26 * 60 * minuteMs,
  clockGapMs: 5 * minuteMs,
  errorShare: 0.02,
  /** With fewer errors than this no share of them counts. */
  minErrors: 3,
  errorWindowMs: 10 * minuteMs,
  queueAgeMs: 15 * minuteMs,
  /** Time for which a rule must have held before its incident is over. */
  calmMs: 10 * minuteMs,
} as const

/** Size at which D1 refuses further writes, in bytes. */
export const maxDatabaseBytes = 10 * 1024 ** 3

/** Runs of the clock in a day. */
export const clockRunsPerDay = 24 * 60

export interface OperationsFacts {
  backup: {
    /** Whether the bucket of backups is bound; without it none are made. */
    isConfigured: boolean
    last: Date | null
    /** When the job was first queued. */
    since: Date | null
  }
  /** The latest run of the clock; null when it has not run. */
  lastClockRun: Date | null
  /** Jobs that have failed and are not cancelled (dead letters). */
  failedJobs: number
  /** Requests of the last ten minutes (`errorWindowMs`), and those that failed. */
  recent: { requests: number; errors: number }
  /** Since when the longest waiting job is due; null when none is. */
  oldestDue: Date | null
}

const isOlder = (at: Date | null, ms: number, now: Date) => at !== null && now.getTime() - at.getTime() > ms

const isBroken: Record<AlertRule, (facts: OperationsFacts, now: Date) => boolean> = {
  backup: ({ backup }, now) =>
    backup.isConfigured && isOlder(backup.last ?? backup.since, operationsLimits.backupAgeMs, now),
  clock: ({ lastClockRun }, now) => lastClockRun === null || isOlder(lastClockRun, operationsLimits.clockGapMs, now),
  deadLetters: ({ failedJobs }) => failedJobs > 0,
  errors: ({ recent: { requests, errors } }) =>
    errors >= operationsLimits.minErrors && errors > requests * operationsLimits.errorShare,
  queue: ({ oldestDue }, now) => isOlder(oldestDue, operationsLimits.queueAgeMs, now),
}

/**
 * Lists the rules that are broken at a moment, in the order of `alertRules`. Alerts nobody.
 *
 * They are: no backup for over 26 hours (if none was made, since its job was first queued; never without a bucket), no
 * run of the clock for over 5 minutes or ever, a failed job that is not cancelled, three failed requests or more that
 * are over 2 % of the last ten minutes' requests, or a job that is over 15 minutes late.
 */
export const listBrokenRules = (facts: OperationsFacts, now: Date): AlertRule[] =>
  alertRules.filter((rule) => isBroken[rule](facts, now))

/** Whether an incident is over: ten minutes have passed since its rule was found broken for the last time. */
export const isCalm = (lastBroken: Date, now: Date): boolean =>
  now.getTime() - lastBroken.getTime() >= operationsLimits.calmMs

/**
 * Returns the e-mail addresses of a list that is separated by commas, semicolons or white space, each once and in its
 * order. Leaves out anything else.
 */
export const parseReceivers = (list: string | undefined): string[] => [
  ...new Set((list ?? '').split(/[\s,;]+/).filter((address) => /^[^@\s]+@[^@\s]+$/.test(address))),
]
