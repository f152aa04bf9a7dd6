import { serve } from '#api/serve.ts'
import { changeRoleOfSeveral, previewRoleOfMatching, previewRoleOfSeveral } from './change-several.ts'
import { rolesOfSeveral } from './contract.ts'

export const routes = serve(rolesOfSeveral, {
  'POST /User/roles/preview': ({ body }, ctx) => previewRoleOfSeveral(ctx, body),
  'PUT /User/roles': ({ body }, ctx) => changeRoleOfSeveral(ctx, body),
  'POST /User/roles/matching/preview': ({ body }, ctx) => previewRoleOfMatching(ctx, body),
})
