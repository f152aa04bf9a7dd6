import type { PortalFacts } from './structured-data.ts'

/** Returns what structured data and texts say about the portal. */
export const portalFacts = ({ ctx, configuration, language }: App.Locals): PortalFacts => ({
  origin: ctx.env.PORTAL_ORIGIN,
  name: configuration?.organizationName || 'Utbildningsportalen',
  language,
})
