import { serve } from '#api/serve.ts'
import { emailChanges } from './contract.ts'
import { confirmChange, objectToChange, resendLink, withdrawChange } from './resolve-change.ts'

export const routes = serve(emailChanges, {
  'POST /Authentication/email/confirm': ({ body }, ctx) => confirmChange(ctx, body.token),
  'POST /Authentication/email/object': ({ body }, ctx) => objectToChange(ctx, body.token),
  'POST /user/:id/emailchange/resend': ({ params }, ctx) => resendLink(ctx, params.id),
  'DELETE /user/:id/emailchange': ({ params }, ctx) => withdrawChange(ctx, params.id),
})
