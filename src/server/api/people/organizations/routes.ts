import { serve } from '#api/serve.ts'
import { organizations } from './contract.ts'
import { findMainOrganization, getOrganization, listBranchPage, listOrganizations } from './storage.ts'

export const routes = serve(organizations, {
  'GET /Organization': ({ query }, { db }) => listOrganizations(db, query),
  'GET /Organization/branch': ({ query }, { db }) => listBranchPage(db, query),
  'GET /Organization/:id': ({ params }, { db }) => getOrganization(db, params.id),
  'GET /Organization/mainOrg': async (_input, { db }) => {
    const main = await findMainOrganization(db)
    if (!main?.address) return null
    return { name: main.name, orgNr: main.orgNr ?? '', address: main.address, website: main.website }
  },
})
