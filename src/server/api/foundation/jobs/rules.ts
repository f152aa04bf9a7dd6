/** As the specification numbers them (docs/spec/decisions.md#enumerations), and one more for what was called off. */
export const jobStates = { scheduled: 0, queued: 1, running: 2, succeeded: 3, failed: 4, canceled: 5 } as const

export type JobStateName = keyof typeof jobStates
export type JobState = (typeof jobStates)[JobStateName]

export const jobStateNames = Object.keys(jobStates) as JobStateName[]

/** What a superadministrator may do with a job. */
export const jobActions = ['run', 'retry', 'cancel'] as const
export type JobAction = (typeof jobActions)[number]

/** The states in which an action means something. */
export const statesFor: Record<JobAction, readonly JobState[]> = {
  run: [jobStates.scheduled, jobStates.queued],
  retry: [jobStates.failed, jobStates.canceled],
  cancel: [jobStates.scheduled, jobStates.queued, jobStates.running],
}

export const mayDo = (action: JobAction, state: JobState) => statesFor[action].includes(state)

/** Nothing more comes of it by itself. */
export const isOver = (state: JobState) => state >= jobStates.succeeded

interface Run {
  state: JobState
  attempts: number
  lockedUntil: Date | null
}

/** Whether a job is taken up again, or waits to be, because its runner died or failed. */
export const isResumed = ({ state, attempts, lockedUntil }: Run, now: Date): boolean =>
  state === jobStates.running && (attempts > 1 || (lockedUntil !== null && lockedUntil < now))

/** What the portal does once a day, as soon as the day has begun. */
export const dailyJobs = [
  'authentication.forget',
  'dataRetention.deidentify',
  'dataRetention.sweep',
  'educationInvitations.forget',
  'emailChanges.forget',
  'files.sweep',
  'guardians.forget',
  'imports.forget',
  'jobs.forget',
  'licenses.daily',
  'organizations.sync',
  'packages.sweep',
  'reports.sweep',
  'results.remind',
  'submissions.sweep',
  'users.shutIdle',
  'xapi.forget',
] as const
export type DailyJob = (typeof dailyJobs)[number]
