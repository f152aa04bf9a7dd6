import { Hono } from 'hono'
import { apiResponse } from './respond.ts'

/** Everything the Worker answers except pages: calls, texts, uploaded content, health. */
export const door = new Hono<{ Bindings: Env }>()

door.get('/health', (c) => c.text('ok'))
door.use(async (c, next) => {
  // The specification writes paths in mixed case, so the prefix is matched without regard to it too.
  if (!/^\/api\//i.test(c.req.path)) return next()
  return apiResponse({ request: c.req.raw, env: c.env, after: (work) => c.executionCtx.waitUntil(work) })
})
