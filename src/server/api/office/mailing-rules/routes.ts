import { serve } from '#api/serve.ts'
import { mailingRuleCalls } from './contract.ts'
import { previewRule } from './preview-rule.ts'
import { listRules } from './storage.ts'
import { createRule, deleteRule, editRule } from './write-rule.ts'

export const routes = serve(mailingRuleCalls, {
  'GET /MailingRules': (_input, { db }) => listRules(db),
  'POST /MailingRules': ({ body }, ctx) => createRule(ctx, body),
  'PUT /MailingRules/:id': ({ params, body }, ctx) => editRule(ctx, params.id, body),
  'DELETE /MailingRules/:id': ({ params }, ctx) => deleteRule(ctx, params.id),
  'POST /MailingRules/preview': ({ body }, ctx) => previewRule(ctx, body),
})
