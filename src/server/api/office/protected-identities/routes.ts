import { serve } from '#api/serve.ts'
import { protection } from './contract.ts'
import { listMentions } from './mentions.ts'
import { protectPerson } from './protect-person.ts'

export const routes = serve(protection, {
  'GET /User/:id/mentions': ({ params }, ctx) => listMentions(ctx, params.id),
  'PUT /User/:id/protection': ({ params, body }, ctx) => protectPerson(ctx, params.id, body),
})
