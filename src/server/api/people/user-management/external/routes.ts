import { toUser } from '#api/people/reach/to-user.ts'
import { serve } from '#api/serve.ts'
import { externalUsers } from './contract.ts'
import { createExternalUser } from './create-external-user.ts'

export const routes = serve(externalUsers, {
  'POST /authentication/CreateExternalUser': async ({ body }, ctx) => toUser(ctx, await createExternalUser(ctx, body)),
})
