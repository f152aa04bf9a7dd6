import { difference } from '../audit/rules.ts'
import { recordAudit } from '../audit/storage.ts'
import { serve } from '../serve.ts'
import { gdpr } from './contract.ts'
import { findGdprContact, saveGdprContact } from './storage.ts'

export const routes = serve(gdpr, {
  'GET /gdpr': (_input, { db }) => findGdprContact(db),

  'PUT /gdpr': async ({ body }, ctx) => {
    const { email, phone } = body
    const changes = difference((await findGdprContact(ctx.db)) ?? {}, { email, phone })
    await ctx.db.commit([
      saveGdprContact(ctx.db, body, ctx.now),
      recordAudit(ctx, 'gdprContact.changed', { type: 'gdprContact', id: 1 }, changes),
    ] as const)
    return { email, phone, lastChange: ctx.now }
  },
})
