import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { dailyJobs, type JobState, jobStates } from '#api/foundation/jobs/rules.ts'
import { id, instant, nothing, pageOf, queryPage, queryPageSize } from '#api/wire.ts'

const State = z.literal(Object.values(jobStates) as [JobState, ...JobState[]])

/** How a long job is going, for the one who started it. */
export const JobProgress = z.object({
  id: z.string(),
  kind: z.string(),
  state: State,
  done: z.int(),
  /** Zero: not known yet. */
  total: z.int(),
  /** It is taken up again after its runner died. */
  resumed: z.boolean(),
  /** What the job has made, as its slice writes it; empty until it has succeeded. */
  result: z.record(z.string(), z.unknown()).nullable(),
})
export type JobProgress = z.infer<typeof JobProgress>

export const ListedJob = JobProgress.omit({ result: true }).extend({
  attempts: z.int(),
  error: z.string().nullable(),
  created: instant,
  runAt: instant,
  started: instant.nullable(),
  finished: instant.nullable(),
  requestedBy: z.object({ id, name: z.string() }).nullable(),
})
export type ListedJob = z.infer<typeof ListedJob>

/** What is done once a day, and how it went the last time. */
export const DailyJobStanding = z.object({
  kind: z.enum(dailyJobs),
  /** Empty: it has never been. */
  last: z.object({ state: State, created: instant, finished: instant.nullable() }).nullable(),
})
export type DailyJobStanding = z.infer<typeof DailyJobStanding>

export const JobList = pageOf(ListedJob).extend({
  /** How many there are in each state, by its number. */
  counts: z.record(z.string(), z.int()),
  daily: z.array(DailyJobStanding),
})
export type JobList = z.infer<typeof JobList>

/** A GUID, or the kind and the day of what is done once a day. */
const jobId = z.object({ id: z.string().regex(/^[\w.:-]{1,60}( \d{4}-\d\d-\d\d)?$/) })

const done = (summary: string) =>
  ({ who: 'superadministrators', params: jobId, reply: nothing, repeatable: true, summary }) as const

export const jobCalls = contract({
  'GET /jobs': {
    who: 'superadministrators',
    query: z.object({
      state: z.string().transform(Number).pipe(State).optional(),
      page: queryPage,
      pageSize: queryPageSize,
    }),
    reply: JobList,
    cache: 'never',
    summary: 'The portal’s background jobs, the newest first, and how many there are in each state (spec G-015).',
  },
  'GET /jobs/:id': {
    who: 'signedIn',
    params: jobId,
    reply: JobProgress,
    cache: 'never',
    summary: 'How a long job is going, for the one who started it and for superadministrators.',
  },
  'POST /jobs/daily': {
    who: 'superadministrators',
    body: z.object({ kind: z.enum(dailyJobs) }),
    reply: z.object({ jobId: z.string() }),
    repeatable: true,
    summary: 'Does at once what is else done once a day; while it is at it, it is the same job.',
  },
  'POST /jobs/:id/run': done('Runs a job now that waits for its time, or for the queue.'),
  'POST /jobs/:id/retry': done('Runs a job once more that has failed or was called off; it goes on where it was.'),
  'POST /jobs/:id/cancel': done('Calls a job off; the step that is running is its last.'),
})
