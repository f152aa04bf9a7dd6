import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { type DisturbanceMessage, disturbanceMessages } from './contract.ts'
import { isCurrent } from './rules.ts'
import { disturbanceMessageSnapshot } from './snapshot.ts'
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

const thing = { type: 'disturbanceMessage', of: disturbanceMessageSnapshot } as const

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
      auditCreation(ctx, { ...thing, action: 'disturbanceMessage.created' }),
    ] as const)
    return saved(row, ctx)
  },

  'PUT /DisturbanceMessage': async ({ body }, ctx) => {
    await getDisturbanceMessage(ctx.db, body.id)
    const audit = auditEdit(ctx, {
      action: 'disturbanceMessage.changed',
      target: { type: 'disturbanceMessage', id: body.id },
      of: disturbanceMessageSnapshot(body.id),
    })
    const [, [row]] = await ctx.db.commit([
      audit.before,
      changeDisturbanceMessage(ctx.db, body, ctx.now),
      ...audit.after,
    ] as const)
    return saved(row, ctx)
  },

  'DELETE /DisturbanceMessage/:id': async ({ params: { id } }, ctx) => {
    await getDisturbanceMessage(ctx.db, id)
    await ctx.db.commit([
      auditRemoval(ctx, { ...thing, action: 'disturbanceMessage.removed' }, id),
      removeDisturbanceMessage(ctx.db, id),
    ])
    return undefined
  },
})
