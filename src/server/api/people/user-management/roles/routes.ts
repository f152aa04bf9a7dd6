import { serve } from '#api/serve.ts'
import { changeRoleOfSeveral, previewRoleOfSeveral } from './change-several.ts'
import { rolesOfSeveral } from './contract.ts'

export const routes = serve(rolesOfSeveral, {
  'POST /User/roles/preview': ({ body }, ctx) => previewRoleOfSeveral(ctx, body),
  'PUT /User/roles': ({ body }, ctx) => changeRoleOfSeveral(ctx, body),
})
