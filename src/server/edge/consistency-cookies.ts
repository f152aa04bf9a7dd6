import type { Call, Tag } from '#api/calls.ts'
import { cacheRuleOf } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { servedCalls } from '#api/index.ts'
import { changedCookie, writeChanges } from './cache/own-changes.ts'

/** As long as some data centre may hold a response from before the write. */
const secondsOfChanges = Math.max(60, ...servedCalls.map(({ call }: { call: Call }) => cacheRuleOf(call)?.seconds ?? 0))

/** Replicas are seconds behind, never minutes. */
const secondsOfBookmark = 600

const cookie = (ctx: Visitor, name: string, value: string, seconds: number) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${ctx.requestOrigin.startsWith('https:') ? '; Secure' : ''}`

/** Cookies after a write, by which the next reads of this browser are never behind it, in whichever data centre. */
export function consistencyCookies(ctx: Visitor, tags: readonly Tag[]): string[] {
  const now = Date.now()
  const changes = { ...ctx.changedAt, ...Object.fromEntries(tags.map((tag) => [tag, now])) }
  const bookmark = ctx.db.bookmark()
  return [
    ...(tags.length > 0 ? [cookie(ctx, changedCookie, writeChanges(changes), secondsOfChanges)] : []),
    ...(bookmark ? [cookie(ctx, 'bookmark', bookmark, secondsOfBookmark)] : []),
  ]
}
