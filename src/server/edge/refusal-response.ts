import { z } from 'zod'
import type { Visitor } from '#api/context.ts'
import { type RefusalBody, Refused, refusalStatuses, toRefusalCode } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, isStorageFull } from '#platform/database.ts'
import type { EdgeContext } from './edge-env.ts'

/**
 * Converts an error to a refusal. The text of a constraint can be a refusal code; any other error is logged as
 * `internal`.
 */
function refusalFrom(error: unknown, ctx: Visitor): Refused {
  if (error instanceof Refused) return error
  const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
  if (code) return new Refused(code)
  if (isStorageFull(error)) {
    ctx.log.error('storage.full', error)
    return new Refused('storage_full')
  }
  ctx.log.error('call.failed', error)
  return new Refused('internal')
}

function refusalBody(refusal: Refused, ctx: Visitor): RefusalBody {
  return {
    status: refusalStatuses[refusal.code],
    code: refusal.code,
    message: translator(ctx.language, 'refusals')(refusal.code, Named.safeParse(refusal.details.details).data ?? {}),
    ...refusal.details,
    requestId: ctx.requestId,
  }
}

/** Returns the message of a refusal in the reader's language, for a page that shows it. */
export const formatRefusal = (error: unknown, ctx: Visitor): string => refusalBody(refusalFrom(error, ctx), ctx).message

/** Values that a message interpolates, such as the line of a file. */
const Named = z.object({ line: z.int() })

const Details = z.object({ retryAfterSeconds: z.int().positive(), allowed: z.array(z.string()) }).partial()

/** Creates the JSON response of an error, with `Retry-After` or `Allow` where they apply. */
export function refusalResponse(error: unknown, ctx: Visitor): Response {
  const body = refusalBody(refusalFrom(error, ctx), ctx)
  const { retryAfterSeconds = body.status === 429 ? 60 : null, allowed } = Details.safeParse(body.details).data ?? {}
  return Response.json(body, {
    status: body.status,
    headers: {
      'cache-control': 'no-store',
      ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
      ...(allowed ? { allow: allowed.join(', ') } : {}),
    },
  })
}

/** Handles an error that a middleware or a handler of a call threw. */
export function handleError(error: Error, c: EdgeContext): Response {
  const refusal = refusalFrom(error, c.var.ctx)
  c.set('refusal', refusal)
  // Hono would carry the headers of an earlier response over to this one.
  c.res = undefined
  return refusalResponse(refusal, c.var.ctx)
}
