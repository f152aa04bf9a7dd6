import { sanitizedHtml } from '#platform/sanitize.ts'
import { recordAudit } from '../audit/storage.ts'
import { serve } from '../serve.ts'
import { PublicPortalConfiguration, portalConfiguration } from './contract.ts'
import { findConfiguration, saveConfiguration } from './storage.ts'

const sanitized = <Texts extends PublicPortalConfiguration>(texts: Texts): Texts => ({
  ...texts,
  welcomeText: sanitizedHtml(texts.welcomeText),
  cookieInformationContent: sanitizedHtml(texts.cookieInformationContent),
  purchaseTermsContent: sanitizedHtml(texts.purchaseTermsContent),
})

export const routes = serve(portalConfiguration, {
  // Sanitised on the way out as well: a row may come from an import or an older version.
  'GET /PortalConfiguration/public': async (_input, { db }) => {
    const configuration = await findConfiguration(db)
    return configuration && sanitized(PublicPortalConfiguration.parse(configuration))
  },

  'GET /PortalConfiguration': (_input, { db }) => findConfiguration(db),

  'PUT /PortalConfiguration': async ({ body: { lastChange, ...body } }, ctx) => {
    const configuration = sanitized(body)
    await ctx.db.commit([
      saveConfiguration(ctx.db, configuration, lastChange, ctx.now),
      recordAudit(ctx, 'portalConfiguration.changed', { type: 'portalConfiguration', id: 1 }, configuration),
    ] as const)
    return { ...configuration, lastChange: ctx.now }
  },
})
