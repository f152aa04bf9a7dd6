import { app } from '#edge/app.ts'
import { handleQueueBatch, handleSchedule } from '../src/background-work.ts'

export { OpenRunners } from '#api/courses/player-push/open-players.ts'

/** The Worker without its pages, which the tests in workerd call. */
export default {
  fetch: app.fetch,
  queue: handleQueueBatch,
  scheduled: (_event, env, execution) => handleSchedule(env, execution),
} satisfies ExportedHandler<Env, { jobId: string }>
