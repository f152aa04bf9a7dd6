/** Numbers of the specification (docs/spec/decisions.md#enumerations), and one more for canceled jobs. */
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
  cancel: [jobStates.scheduled, jobStates.queued, jobStates.running],
}

/** Whether an action is possible in a state. */
export const isActionAllowed = (action: JobAction, state: JobState) => allowedStates[action].includes(state)

/** Whether a job has ended: succeeded, failed or canceled. */
export const isOver = (state: JobState) => state >= jobStates.succeeded

interface Run {
  state: JobState
  attempts: number
  lockedUntil: Date | null
}

/** Whether a job runs again, or waits to, because its worker died or failed. */
export const isResumed = ({ state, attempts, lockedUntil }: Run, now: Date): boolean =>
  state === jobStates.running && (attempts > 1 || (lockedUntil !== null && lockedUntil < now))

/** Jobs that run once a day, at the start of the day. */
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
