/** Numbers of the specification (docs/spec/decisions.md#enumerations), and one more for cancelled jobs. */
export const jobStates = { scheduled: 0, queued: 1, running: 2, succeeded: 3, failed: 4, canceled: 5 } as const

export type JobStateName = keyof typeof jobStates
export type JobState = (typeof jobStates)[JobStateName]

export const jobStateNames = Object.keys(jobStates) as JobStateName[]

/** Actions of a superadministrator on a job. */
export const jobActions = ['run', 'retry', 'cancel'] as const
export type JobAction = (typeof jobActions)[number]

/** States in which an action is possible. */
export const allowedStates: Record<JobAction, readonly JobState[]> = {
  run: [jobStates.scheduled, jobStates.queued],
  retry: [jobStates.failed, jobStates.canceled],
  cancel: [jobStates.scheduled, jobStates.queued, jobStates.running, jobStates.failed],
}

/**
 * Whether an action is possible in a state. A waiting job can be run now, a failed or cancelled one retried, and a
 * waiting, running or failed one cancelled. A failed job that is cancelled no longer counts as a dead letter.
 */
export const isActionAllowed = (action: JobAction, state: JobState) => allowedStates[action].includes(state)

/** Returns the state of a waiting job: queued, or scheduled when `runAt` is later than `now`. */
export const waitingState = (runAt: Date, now: Date): JobState => (runAt > now ? jobStates.scheduled : jobStates.queued)

/** Whether a job has ended: succeeded, failed or cancelled. */
export const isOver = (state: JobState) => state >= jobStates.succeeded

interface Run {
  state: JobState
  attempts: number
  lockedUntil: Date | null
}

/**
 * Whether a job in the state running has been interrupted: it is on a second or later attempt, or its lock has run out,
 * because its worker died, and it waits for another attempt.
 */
export const isResumed = ({ state, attempts, lockedUntil }: Run, now: Date): boolean =>
  state === jobStates.running && (attempts > 1 || (lockedUntil !== null && lockedUntil < now))

/** Jobs that run once a day, at the start of the day. */
export const dailyJobs = [
  'authentication.forget',
  'authentication.reseal',
  'backups.write',
  'certificates.daily',
  'dataRetention.deidentify',
  'dataRetention.sweep',
  'educationInvitations.forget',
  'emailChanges.forget',
  'files.sweep',
  'fortnox.renew',
  'guardians.forget',
  'imports.forget',
  'integrations.expiry',
  'jobs.forget',
  'licenses.daily',
  'mailingRules.daily',
  'meetingAttendance.fetch',
  'meetingAttendance.forget',
  'memberImports.forget',
  'oidc.expireRoles',
  'operations.measure',
  'organizations.sync',
  'ownAccounts.forget',
  'packages.sweep',
  'register.sync',
  'reports.sweep',
  'results.remind',
  'submissions.sweep',
  'users.shutIdle',
  'waitingList.forget',
  'webhooks.reseal',
  'xapi.forget',
] as const
export type DailyJob = (typeof dailyJobs)[number]
