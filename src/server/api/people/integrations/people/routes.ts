import { serve } from '#api/serve.ts'
import { integrationPeopleCalls } from './contract.ts'
import { savePerson } from './save-person.ts'

export const routes = serve(integrationPeopleCalls, {
  'POST /User': ({ body }, ctx) => savePerson(ctx, body),
})
