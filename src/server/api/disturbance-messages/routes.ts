import { difference } from '../audit/rules.ts'
import { insertedId, recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { type DisturbanceMessage, disturbanceMessages } from './contract.ts'
import { isCurrent } from './rules.ts'
import {
  changeDisturbanceMessage,
  findCurrentDisturbance,
  getDisturbanceMessage,
  insertDisturbanceMessage,
  listDisturbanceMessages,
  removeDisturbanceMessage,
  type StoredDisturbanceMessage,
} from './storage.ts'

const messageFrom = (stored: StoredDisturbanceMessage, now: Date): DisturbanceMessage => ({
  id: stored.id,
  content: stored.content,
  from: stored.fromAt,
  to: stored.toAt,
  active: isCurrent(stored, now),
  lastChange: stored.changedAt,
})

const saved = (row: StoredDisturbanceMessage | undefined, { now }: Ctx) => {
  if (!row) throw new Refused('not_found')
  return messageFrom(row, now)
}

export const routes = serve(disturbanceMessages, {
  'GET /DisturbanceMessage': async (_input, { db, now }) =>
    (await listDisturbanceMessages(db)).map((stored) => messageFrom(stored, now)),
  'GET /DisturbanceMessage/:id': async ({ params }, { db, now }) =>
    messageFrom(await getDisturbanceMessage(db, params.id), now),
  'GET /DisturbanceMessage/current': async (_input, { db, now }) => {
    const current = await findCurrentDisturbance(db, now)
    return current && messageFrom(current, now)
  },

  'POST /DisturbanceMessage': async ({ body }, ctx) => {
    const [[row]] = await ctx.db.commit([
      insertDisturbanceMessage(ctx.db, body, ctx.now),
      recordAudit(ctx, 'disturbanceMessage.created', { type: 'disturbanceMessage', id: insertedId }, body),
    ] as const)
    return saved(row, ctx)
  },

  'PUT /DisturbanceMessage': async ({ body }, ctx) => {
    const stored = messageFrom(await getDisturbanceMessage(ctx.db, body.id), ctx.now)
    const { content, from = null, to = null } = body
    const [[row]] = await ctx.db.commit([
      changeDisturbanceMessage(ctx.db, body, ctx.now),
      recordAudit(
        ctx,
        'disturbanceMessage.changed',
        { type: 'disturbanceMessage', id: body.id },
        difference(stored, { content, from, to }),
      ),
    ] as const)
    return saved(row, ctx)
  },

  'DELETE /DisturbanceMessage/:id': async ({ params: { id } }, ctx) => {
    const { content } = await getDisturbanceMessage(ctx.db, id)
    await ctx.db.commit([
      removeDisturbanceMessage(ctx.db, id),
      recordAudit(ctx, 'disturbanceMessage.removed', { type: 'disturbanceMessage', id }, { content }),
    ] as const)
    return undefined
  },
})
