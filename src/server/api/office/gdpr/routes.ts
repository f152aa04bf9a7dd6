import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { serve } from '#api/serve.ts'
import { gdpr } from './contract.ts'
import { gdprContactSnapshot } from './snapshot.ts'
import { findGdprContact, saveGdprContact } from './storage.ts'

export const routes = serve(gdpr, {
  'GET /gdpr': (_input, { db }) => findGdprContact(db),

  'PUT /gdpr': async ({ body }, ctx) => {
    const { email, phone } = body
    const target = { type: 'gdprContact', id: 1 } as const
    const audit = auditEdit(ctx, { action: 'gdprContact.changed', target, of: gdprContactSnapshot(1) })
    await ctx.db.commit([audit.before, saveGdprContact(ctx.db, body, ctx.now), ...audit.after])
    return { email, phone, lastChange: ctx.now }
  },
})
