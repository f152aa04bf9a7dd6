import { serve } from '../../serve.ts'
import { protection } from './contract.ts'
import { protectPerson } from './protect-person.ts'

export const routes = serve(protection, {
  'PUT /User/:id/protection': ({ params, body }, ctx) => protectPerson(ctx, params.id, body),
})
