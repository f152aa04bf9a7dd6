import type { Actor } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { serve } from '#api/serve.ts'
import { events } from './contract.ts'
import { eventSnapshot } from './snapshot.ts'
import { changeEvent, getEvent, insertEvent, listLatestEvents, removeEvent } from './storage.ts'

const authorColumns = (actor: Actor) => ({ createdByUserId: actor.id, createdByName: actor.name })

const auditType = { type: 'event', of: eventSnapshot } as const

async function remove(ctx: Ctx, id: number): Promise<undefined> {
  await getEvent(ctx.db, id)
  await ctx.db.commit([auditRemoval(ctx, { ...auditType, action: 'event.removed' }, id), removeEvent(ctx.db, id)])
}

export const routes = serve(events, {
  'GET /Events/latest': ({ query }, { db }) => listLatestEvents(db, query.limit),

  'POST /Events': async ({ body: { content } }, ctx) => {
    const { db, actor, now } = ctx
    const [[row]] = await db.commit([
      insertEvent(db, { content, createdByUserId: actor.id }, now),
      auditCreation(ctx, { ...auditType, action: 'event.created' }),
    ] as const)
    if (!row) throw new Error('the event was not inserted')
    return { ...row, content, created: now, modified: now, ...authorColumns(actor) }
  },

  'PUT /Events': async ({ body }, ctx) => {
    const before = await getEvent(ctx.db, body.id)
    const target = { type: 'event', id: body.id } as const
    const audit = auditEdit(ctx, { action: 'event.changed', target, of: eventSnapshot(body.id) })
    await ctx.db.commit([audit.before, changeEvent(ctx.db, body, ctx.now), ...audit.after])
    return { ...before, content: body.content, modified: ctx.now }
  },

  'DELETE /Events': ({ query }, ctx) => remove(ctx, query.id),
  'DELETE /Events/:id': ({ params }, ctx) => remove(ctx, params.id),
})
