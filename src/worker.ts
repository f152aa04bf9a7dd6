import { cf } from '@astrojs/cloudflare/hono'
import { astro } from 'astro/hono'
import { Hono } from 'hono'

const app = new Hono<{ Bindings: Env }>()
app.get('/health', (c) => c.text('ok'))
app.use(cf())
app.use(astro())

export default app
