import type { Visitor } from '#api/context.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import type { Mail } from './transports/transport.ts'

/**
 * Returns the sender of the portal's mails. The address is the configured e-mail address, else MAIL_FROM, else
 * `no-reply@` and the portal's host; the name is the organisation's, or the portal's.
 */
export async function loadSender(ctx: Visitor): Promise<Pick<Mail, 'from' | 'fromName'>> {
  const configuration = await findConfiguration(ctx.db)
  const from = configuration?.mailFrom ?? ctx.env.MAIL_FROM ?? `no-reply@${new URL(ctx.env.PORTAL_ORIGIN).hostname}`
  return { from, fromName: configuration?.organizationName ?? 'Utbildningsportalen' }
}
