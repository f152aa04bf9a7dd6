import { serve } from '#api/serve.ts'
import { findMainOrganization } from '../storage.ts'
import { organizationManagement } from './contract.ts'
import {
  changeOrganization,
  createOrganization,
  deleteOrganization,
  getManagedOrganization,
  hasRegister,
} from './save-organization.ts'

export const routes = serve(organizationManagement, {
  'GET /Organization/source': async (_input, ctx) => {
    const main = await findMainOrganization(ctx.db)
    return { isRegister: hasRegister(ctx), hasController: Boolean(main?.address && main.orgNr) }
  },
  'GET /Organization/:id/managed': ({ params }, ctx) => getManagedOrganization(ctx, params.id),
  'POST /Organization': ({ body }, ctx) => createOrganization(ctx, body),
  'PUT /Organization/:id': ({ params, body }, ctx) => changeOrganization(ctx, params.id, body),
  'DELETE /Organization/:id': ({ params }, ctx) => deleteOrganization(ctx, params.id),
})
