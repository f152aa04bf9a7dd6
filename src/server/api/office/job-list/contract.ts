import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { tableFileKinds } from '#api/foundation/files/rules.ts'
import { dailyJobs, type JobState, jobStates } from '#api/foundation/jobs/rules.ts'
import { id, instant, noContent, pageSchema, queryOrder, queryPage, queryPageSize } from '#api/wire.ts'
import { jobOrders } from './rules.ts'

const State = z.literal(Object.values(jobStates) as [JobState, ...JobState[]])

/** Progress of a long job, for the person who started it. */
export const JobProgress = z.object({
  id: z.string(),
  kind: z.string(),
  state: State,
  done: z.int(),
  /** Zero while unknown. */
  total: z.int(),
  /** Whether the job continues after its runner stopped. */
  resumed: z.boolean(),
  /** Result of the job, in the format of its slice; null until it has succeeded. */
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

/** A daily job and its latest run. */
export const DailyJobStatus = z.object({
  kind: z.enum(dailyJobs),
  /** Null when it has never run. */
  last: z.object({ state: State, created: instant, finished: instant.nullable() }).nullable(),
})
export type DailyJobStatus = z.infer<typeof DailyJobStatus>

export const JobList = pageSchema(ListedJob).extend({
  /** Number of jobs by state. */
  counts: z.record(z.string(), z.int()),
  daily: z.array(DailyJobStatus),
})
export type JobList = z.infer<typeof JobList>

/** Filter, order and page of the list of jobs. */
const JobQuery = z.object({
  state: z.string().transform(Number).pipe(State).optional(),
  ...queryOrder(jobOrders),
  page: queryPage,
  pageSize: queryPageSize,
})
export type JobQuery = z.infer<typeof JobQuery>

/** A GUID, or `<kind> <day>` for a daily job. */
const jobId = z.object({ id: z.string().regex(/^[\w.:-]{1,60}( \d{4}-\d\d-\d\d)?$/) })

const jobAction = (summary: string) =>
  ({ who: 'superadministrators', params: jobId, reply: noContent, repeatable: true, summary }) as const

export const jobCalls = contract({
  'GET /jobs': {
    who: 'superadministrators',
    query: JobQuery,
    reply: JobList,
    cache: 'never',
    summary: 'Lists the background jobs, newest first by default, with the number in each state (spec G-015).',
  },
  'GET /jobs/export': {
    who: 'superadministrators',
    cache: 'never',
    query: JobQuery.omit({ page: true, pageSize: true }).extend({ kind: z.enum(tableFileKinds) }),
    summary:
      'Exports the background jobs of a state, or all, as Excel or CSV, at most 20,000 rows; the export is recorded.',
  },
  'GET /jobs/:id': {
    who: 'signedIn',
    params: jobId,
    reply: JobProgress,
    cache: 'never',
    summary: 'Returns the progress of a long job, to the person who started it and to superadministrators.',
  },
  'POST /jobs/daily': {
    who: 'superadministrators',
    body: z.object({ kind: z.enum(dailyJobs) }),
    reply: z.object({ jobId: z.string() }),
    repeatable: true,
    summary: 'Starts the daily work at once; a call while it runs returns the same job.',
  },
  'POST /jobs/:id/run': jobAction('Runs a job now that waits for its time, or for the queue.'),
  'POST /jobs/:id/retry': jobAction('Runs a job once more that has failed or was called off; it goes on where it was.'),
  'POST /jobs/:id/cancel': jobAction('Calls a job off; the step that is running is its last.'),
})
