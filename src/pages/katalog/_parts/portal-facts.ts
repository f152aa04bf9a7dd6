import type { PortalFacts } from './structured-data.ts'

/**
 * Returns the portal's origin, name and language, for the JSON-LD and the texts of the public pages. The name is the
 * organisation's, or a standard one while the configuration lacks it.
 */
export const portalFacts = ({ ctx, configuration, language }: App.Locals): PortalFacts => ({
  origin: ctx.env.PORTAL_ORIGIN,
  name: configuration?.organizationName || 'Utbildningsportalen',
  language,
})
