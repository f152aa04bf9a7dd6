import { z } from 'zod'
import type { Visitor } from '#api/context.ts'
import { refusalStatuses } from '#api/refusal-statuses.ts'
import { type RefusalBody, Refused, toRefusalCode } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, isStorageFull } from '#platform/database.ts'
import { isFailedAssumption } from '#platform/optimistic.ts'
import type { EdgeContext } from './edge-env.ts'

/**
 * Converts an error to a refusal. The text of a constraint can be a refusal code; any other error is logged, and
 * becomes `storage_full` or `internal`; a failed assumption is not logged.
 */
function refusalFrom(error: unknown, ctx: Visitor): Refused {
  if (error instanceof Refused) return error
  const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
  if (code) return new Refused(code)
  if (isStorageFull(error)) {
    ctx.log.error('storage.full', error)
    return new Refused('storage_full')
  }
  // `optimisticSession` answers this request a second time.
  if (!isFailedAssumption(error)) ctx.log.error('call.failed', error)
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

/**
 * Returns the message of a refusal in the caller's language, for a page that shows it; for a violated constraint, that
 * of its code.
 *
 * Any other error is logged, and gets the text of `storage_full` when the disk is full, else of `internal`. Returns the
 * text only: the page sets status and headers itself.
 */
export const formatRefusal = (error: unknown, ctx: Visitor): string => refusalBody(refusalFrom(error, ctx), ctx).message

/** Values that a message interpolates: the line of a file, sentences about what is missing, or the name of a merge. */
const Named = z.object({ line: z.int(), missing: z.string(), merge: z.string(), names: z.string() }).partial()

const Details = z.object({ retryAfterSeconds: z.int().positive(), allowed: z.array(z.string()) }).partial()

/**
 * Creates the JSON response of an error: status, code, message in the caller's language, reasons by field, details and
 * request id; never stored. Sets no security headers.
 *
 * `Retry-After` has the seconds that the refusal gives, or else 60 for 429, and `Allow` the methods that it gives. A
 * violated constraint is answered with its code; any other error is logged, and answered as `internal`, or as
 * `storage_full` on a full disk.
 */
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

/**
 * Handles an error that a middleware or a handler of a call threw: answers with `refusalResponse`, without headers set
 * before, and sets `refusal` on the context for the request log.
 */
export function handleError(error: Error, c: EdgeContext): Response {
  const refusal = refusalFrom(error, c.var.ctx)
  c.set('refusal', refusal)
  // Hono would carry the headers of an earlier response over to this one.
  c.res = undefined
  return refusalResponse(refusal, c.var.ctx)
}
