import { cf } from '@astrojs/cloudflare/hono'
import { astro } from 'astro/hono'
import { Hono } from 'hono'
import { door } from '#edge/door.ts'
import { onQueue, onSchedule } from '#edge/wake.ts'

/** The map of everything that can wake the portal: requests, queue messages, the clock. */
const app = new Hono<{ Bindings: Env }>()
app.route('/', door)
app.use(cf())
app.use(astro())

export default {
  fetch: app.fetch,
  queue: onQueue,
  scheduled: (_event, env, execution) => onSchedule(env, execution),
} satisfies ExportedHandler<Env, { jobId: string }>
