import type { Ctx } from '#api/context.ts'
import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { commitWithFile } from '#api/foundation/files/commit-with-file.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { fileIdOf } from '#api/foundation/files/storage.ts'
import { storePicture } from '#api/foundation/files/store-picture.ts'
import { Refused } from '#api/refusals.ts'
import { sanitizeHtml } from '#api/sanitize.ts'
import { serve } from '#api/serve.ts'
import { PublicPortalConfiguration, portalConfiguration } from './contract.ts'
import { configurationSnapshot } from './snapshot.ts'
import { findConfiguration, saveConfiguration, selectFileUrl } from './storage.ts'

const sanitized = <Texts extends PublicPortalConfiguration>(texts: Texts): Texts => ({
  ...texts,
  welcomeText: sanitizeHtml(texts.welcomeText),
  cookieInformationContent: sanitizeHtml(texts.cookieInformationContent),
  purchaseTermsContent: sanitizeHtml(texts.purchaseTermsContent),
})

/**
 * Stores a picture as a logo, with an audit entry, and returns its URL. It is public, because the logo is shown before
 * sign-in; the configuration itself does not change.
 *
 * @throws Refused('invalid_input') without a file.
 * @throws Refused with the codes of `storePicture`.
 */
async function storeLogo(ctx: Ctx, file: File | null) {
  if (!file) throw new Refused('invalid_input')
  const { key, statements } = await storePicture(ctx, file, 'Logo')
  await commitWithFile(ctx, key, [
    ...statements,
    recordAudit(ctx, 'portalConfiguration.logoStored', { type: 'file', id: fileIdOf(key) }),
  ])
  const [row] = await selectFileUrl(ctx.db, key)
  return { logoUrl: row?.address ?? '' }
}

export const routes = serve(portalConfiguration, {
  // Sanitised when it is read, too: a row may come from an import or an older version.
  'GET /PortalConfiguration/public': async (_input, { db }) => {
    const configuration = await findConfiguration(db)
    return configuration && sanitized(PublicPortalConfiguration.parse(configuration))
  },

  'GET /PortalConfiguration': (_input, { db }) => findConfiguration(db),

  'PUT /PortalConfiguration': async ({ body: { lastChange, ...body } }, ctx) => {
    const configuration = sanitized(body)
    const stored = await findConfiguration(ctx.db)
    const target = { type: 'portalConfiguration', id: 1 } as const
    const audit = auditEdit(ctx, { action: 'portalConfiguration.changed', target, of: configurationSnapshot })
    await ctx.db.commit([audit.before, saveConfiguration(ctx.db, configuration, lastChange, ctx.now), ...audit.after])
    if (stored?.logoUrl && stored.logoUrl !== configuration.logoUrl) await releaseFilesSoon(ctx)
    return { ...configuration, lastChange: ctx.now }
  },

  'POST /PortalConfiguration/logo': ({ file }, ctx) => storeLogo(ctx, file),
})
