import { door } from '#edge/door.ts'
import { onQueue, onSchedule } from '#edge/wake.ts'

export { OpenRunners } from '#api/courses/player-push/open-runners.ts'

/** The Worker without its pages: what the tests in workerd talk to. */
export default {
  fetch: door.fetch,
  queue: onQueue,
  scheduled: (_event, env, execution) => onSchedule(env, execution),
} satisfies ExportedHandler<Env, { jobId: string }>
