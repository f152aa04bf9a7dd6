import type { MiddlewareHandler } from 'hono'
import { recordRefusal, recordRequest } from '#api/index.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import type { EdgeContext, EdgeEnv } from './edge-env.ts'
import { setCallHeaders, setSecurityHeaders } from './security-headers.ts'

function log({ req, res, var: { ctx, matched, callRequest, refusal } }: EdgeContext): void {
  const call = matched?.served.name ?? null
  const { status } = res
  const ms = Date.now() - ctx.now.getTime()
  recordRequest(ctx, { name: call ?? 'unknown', status, ms })
  ctx.log.info('call', {
    method: req.raw.method,
    call,
    status,
    ms,
    roundTrips: ctx.db.roundTrips(),
    cache: res.headers.get('cache-status'),
    personId: ctx.actor?.id ?? null,
  })
  if (!refusal) return
  const { pathname: path } = getRequestUrl(req.raw)
  recordRefusal(ctx, refusal.code, { call: call ?? 'unknown', path, body: callRequest?.input.body })
}

/**
 * Sets the security headers of a call's response, logs and counts the call and records its refusal, if `handleError`
 * has set one. Does nothing for a first attempt that `optimisticSession` answers again.
 */
export const callLog: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  await next()
  if (c.var.isSuperseded) return
  const { ctx } = c.var
  setSecurityHeaders(c.res.headers, getRequestUrl(c.req.raw), ctx)
  setCallHeaders(c.res.headers)
  log(c)
}
