import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { getNewestPrefix } from '#platform/seal.ts'
import { authenticatorApps } from '../table.ts'
import { decryptSecret, encryptSecret } from './authenticator-app.ts'
import type { StoredApp } from './storage.ts'

/** Apps of one run: one statement each, far below the 1,000 queries of an invocation. */
const maxApps = 200

const { userId, secret } = authenticatorApps

function listOutdated({ db, env }: Ctx<null>, after: number): Promise<StoredApp[]> {
  const prefix = getNewestPrefix(env.SESSION_SECRET)
  return db.query
    .select()
    .from(authenticatorApps)
    .where(and(gt(userId, after), sql`substr(${secret}, 1, ${prefix.length}) <> ${prefix}`))
    .orderBy(asc(userId))
    .limit(maxApps)
}

/** Returns the statement that seals a secret again; changes nothing when the app has been set up again since. */
const resealApp = (ctx: Ctx<null>, app: StoredApp, text: string) =>
  ctx.db.query
    .update(authenticatorApps)
    .set({ secret: encryptSecret(ctx, app.userId, text) })
    .where(and(eq(userId, app.userId), eq(secret, app.secret)))

/**
 * Encrypts the secrets of authenticator apps again that are not encrypted under the newest SESSION_SECRET: at most 200,
 * of users with an id above `after`, in one commit. Leaves one that no listed SESSION_SECRET opens, with a log entry.
 * Returns the last user id to continue after; null at the end.
 */
export async function resealApps(ctx: Ctx<null>, after: number): Promise<number | null> {
  const apps = await listOutdated(ctx, after)
  const opened = apps.map((app) => ({ app, text: decryptSecret(ctx, app.userId, app.secret) }))
  const unreadable = opened.filter(({ text }) => text === null).length
  if (unreadable > 0) ctx.log.warn('app.secretsUnreadable', { count: unreadable })
  const writes = opened.flatMap(({ app, text }) => (text === null ? [] : [resealApp(ctx, app, text)]))
  if (writes.length > 0) await ctx.db.commit(writes)
  return apps.length === maxApps ? (apps.at(-1)?.userId ?? null) : null
}
