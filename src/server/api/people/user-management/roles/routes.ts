import { serve } from '#api/serve.ts'
import { changeSeveral, previewSeveral } from './change-several.ts'
import { rolesOfSeveral } from './contract.ts'

export const routes = serve(rolesOfSeveral, {
  'POST /User/roles/preview': ({ body }, ctx) => previewSeveral(ctx, body),
  'PUT /User/roles': ({ body }, ctx) => changeSeveral(ctx, body),
})
