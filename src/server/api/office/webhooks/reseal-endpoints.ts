import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { getNewestPrefix } from '#platform/seal.ts'
import { openSecret, sealSecret } from './signing-secret.ts'
import type { EndpointRow } from './storage.ts'
import { webhookEndpoints } from './table.ts'

/** Seals a text again when an earlier SESSION_SECRET has sealed it; one that none opens stays as it is. */
function resealText(ctx: Ctx<null>, key: string, sealed: string): string {
  if (sealed.startsWith(getNewestPrefix(ctx.env.SESSION_SECRET))) return sealed
  const secret = openSecret(ctx, key, sealed)
  return secret === null ? sealed : sealSecret(ctx, key, secret)
}

/** Returns the statement that seals the secrets of an endpoint again; changes nothing when they were replaced since. */
function resealEndpoint(ctx: Ctx<null>, { id, key, sealedSecret, sealedPreviousSecret }: EndpointRow) {
  const [current, previous] = [sealedSecret, sealedPreviousSecret].map((text) => text && resealText(ctx, key, text))
  const isUnchanged = current === sealedSecret && previous === sealedPreviousSecret
  return isUnchanged || !current
    ? []
    : ctx.db.query
        .update(webhookEndpoints)
        .set({ sealedSecret: current, sealedPreviousSecret: previous ?? null })
        .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.sealedSecret, sealedSecret)))
}

/**
 * Encrypts the signing secrets of all webhook endpoints again that are not encrypted under the newest SESSION_SECRET,
 * the previous ones too. Leaves one that no listed SESSION_SECRET opens. Repeatable.
 */
export async function resealEndpoints(ctx: Ctx<null>): Promise<void> {
  const endpoints = await ctx.db.query.select().from(webhookEndpoints)
  const writes = endpoints.flatMap((endpoint) => resealEndpoint(ctx, endpoint))
  if (writes.length > 0) await ctx.db.commit(writes)
}
