import type { Actor } from '../actor.ts'
import { insertedId, recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { serve } from '../serve.ts'
import { events } from './contract.ts'
import { changeEvent, getEvent, insertEvent, latestEvents, removeEvent } from './storage.ts'

const authored = (actor: Actor) => ({ createdByUserId: actor.id, createdByName: actor.name })

async function remove(ctx: Ctx, id: number): Promise<undefined> {
  const { content } = await getEvent(ctx.db, id)
  await ctx.db.commit([
    removeEvent(ctx.db, id),
    recordAudit(ctx, 'event.removed', { type: 'event', id }, { content }),
  ] as const)
}

export const routes = serve(events, {
  'GET /Events/latest': ({ query }, { db }) => latestEvents(db, query.limit),

  'POST /Events': async ({ body: { content } }, ctx) => {
    const { db, actor, now } = ctx
    const [[row]] = await db.commit([
      insertEvent(db, { content, createdByUserId: actor.id }, now),
      recordAudit(ctx, 'event.created', { type: 'event', id: insertedId }, { content }),
    ] as const)
    if (!row) throw new Error('the event was not inserted')
    return { ...row, content, created: now, modified: now, ...authored(actor) }
  },

  'PUT /Events': async ({ body }, ctx) => {
    const before = await getEvent(ctx.db, body.id)
    await ctx.db.commit([
      changeEvent(ctx.db, body, ctx.now),
      recordAudit(
        ctx,
        'event.changed',
        { type: 'event', id: body.id },
        { before: before.content, after: body.content },
      ),
    ] as const)
    return { ...before, content: body.content, modified: ctx.now }
  },

  'DELETE /Events': ({ query }, ctx) => remove(ctx, query.id),
  'DELETE /Events/:id': ({ params }, ctx) => remove(ctx, params.id),
})
