import { cf } from '@astrojs/cloudflare/hono'
import { astro, getFetchState } from 'astro/hono'
import { app } from '#edge/app.ts'
import { handleQueueBatch, handleSchedule } from './background-work.ts'

export { OpenRunners } from '#api/courses/player-push/open-players.ts'

// Pages come last. A page loads all its data before it renders, so it is sent in one piece instead of streamed.
app.use(cf())
app.use((c, next) => {
  getFetchState(c).streaming = false
  return next()
})
app.use(astro())

/** Handles the events of the Worker: requests, queue messages and the cron trigger. */
export default {
  fetch: app.fetch,
  queue: handleQueueBatch,
  scheduled: (_event, env, execution) => handleSchedule(env, execution),
} satisfies ExportedHandler<Env, { jobId: string }>
