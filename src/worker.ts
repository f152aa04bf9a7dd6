import { cf } from '@astrojs/cloudflare/hono'
import { astro, getFetchState } from 'astro/hono'
import { Hono } from 'hono'
import { door } from '#edge/door.ts'
import { onQueue, onSchedule } from '#edge/wake.ts'

export { OpenRunners } from '#api/courses/player-push/open-runners.ts'

/** The map of everything that can wake the portal: requests, queue messages, the clock, and the lines to open runners. */
const app = new Hono<{ Bindings: Env }>()
app.route('/', door)
app.use(cf())
// A page has read all it shows before its first tag is written, so there is nothing to stream: it goes out in one piece.
app.use((c, next) => {
  getFetchState(c).streaming = false
  return next()
})
app.use(astro())

export default {
  fetch: app.fetch,
  queue: onQueue,
  scheduled: (_event, env, execution) => onSchedule(env, execution),
} satisfies ExportedHandler<Env, { jobId: string }>
