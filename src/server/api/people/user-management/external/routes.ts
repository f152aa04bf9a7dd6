import { serve } from '../../../serve.ts'
import { wholeUser } from '../../reach/seen-user.ts'
import { externalUsers } from './contract.ts'
import { createExternalUser } from './create-external-user.ts'

export const routes = serve(externalUsers, {
  'POST /authentication/CreateExternalUser': async ({ body }, ctx) =>
    wholeUser(ctx, await createExternalUser(ctx, body)),
})
