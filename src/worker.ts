import { cf } from '@astrojs/cloudflare/hono'
import { astro, getFetchState } from 'astro/hono'
import { app } from '#edge/app.ts'
import { onQueue, onSchedule } from '#edge/background-work.ts'

export { OpenRunners } from '#api/courses/player-push/open-players.ts'

// Pages come last. A page has read all it shows before its first tag is written, so there is nothing to stream: it goes out in one piece.
app.use(cf())
app.use((c, next) => {
  getFetchState(c).streaming = false
  return next()
})
app.use(astro())

/** The events that the Worker handles: requests, queue messages and the clock. */
export default {
  fetch: app.fetch,
  queue: onQueue,
  scheduled: (_event, env, execution) => onSchedule(env, execution),
} satisfies ExportedHandler<Env, { jobId: string }>
