import { serve } from '../serve.ts'
import { PublicPortalConfiguration, portalConfiguration } from './contract.ts'
import { findConfiguration } from './storage.ts'

export const routes = serve(portalConfiguration, {
  'GET /PortalConfiguration/public': async (_input, ctx) => {
    const configuration = await findConfiguration(ctx.db)
    return configuration && PublicPortalConfiguration.parse(configuration)
  },
})
