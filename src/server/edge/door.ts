import { Hono } from 'hono'
import { contentResponse, isRecordStorePath, recordStoreResponse } from '#api/index.ts'
import { contextOf, type RequestFacts } from './request-context.ts'
import { apiResponse } from './respond.ts'

/** Everything the Worker answers except pages: calls, uploaded content, the record store, health. */
export const door = new Hono<{ Bindings: Env }>()

// Content is told by its host alone, before anything of the portal: what it serves must never share an origin with us.
door.use(async (c, next) => {
  const url = new URL(c.req.url)
  const facts: RequestFacts = { request: c.req.raw, env: c.env, after: (work) => c.executionCtx.waitUntil(work) }
  if (url.host === new URL(c.env.CONTENT_ORIGIN).host) return contentResponse(c.req.raw, contextOf(facts))
  if (isRecordStorePath(url.pathname)) return recordStoreResponse(c.req.raw, contextOf(facts))
  // The specification writes paths in mixed case, so the prefix is matched without regard to it too.
  if (/^\/api\//i.test(url.pathname)) return apiResponse(facts)
  return next()
})

door.get('/health', (c) => c.text('ok'))
