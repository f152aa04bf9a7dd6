import { originAt } from '#api/catalogue/packages/origins.ts'
import type { Visitor } from '#api/context.ts'
import { Seen } from '#platform/seen.ts'

type Origins = Pick<Env, 'CONTENT_ORIGIN' | 'PAYMENT_ORIGIN'>

/**
 * The origin that payments are framed from, so that a provider's scripts run on another site than the portal's tokens:
 * `PAYMENT_ORIGIN`, or a host beside those of uploaded content.
 */
export function frameOrigin({ CONTENT_ORIGIN, PAYMENT_ORIGIN }: Origins): string {
  if (PAYMENT_ORIGIN) return originAt(PAYMENT_ORIGIN).origin
  const { protocol, host } = originAt(CONTENT_ORIGIN)
  return `${protocol}//payment.${host}`
}

export const isPaymentFrame = (host: string, origins: Origins): boolean => host === originAt(frameOrigin(origins)).host

const lastLabels = (hostname: string) => hostname.split('.').slice(-2).join('.')

/**
 * Whether uploaded courses could set cookies that the payment's host receives. Two equal last labels count as one site; a
 * public suffix of two labels, such as `co.uk`, is taken for a site too.
 */
export function sharesSiteWithContent(origins: Origins): boolean {
  const [payment, content] = [originAt(frameOrigin(origins)), originAt(origins.CONTENT_ORIGIN)]
  return (
    payment.hostname.endsWith(`.${content.hostname}`) || lastLabels(payment.hostname) === lastLabels(content.hostname)
  )
}

const warned = new Seen<true>(8)

/** Says once in the log that a deployed portal takes payments on the site of its uploaded courses. */
function warnOfSharedSite({ env, log }: Visitor): void {
  const origin = frameOrigin(env)
  if (warned.get(origin) || !origin.startsWith('https:') || !sharesSiteWithContent(env)) return
  warned.see(origin, true)
  log.warn('payment.sharesSiteWithContent', { payment: origin, content: env.CONTENT_ORIGIN })
}

export function frameAddress(ctx: Visitor, path: string): string {
  warnOfSharedSite(ctx)
  return `${frameOrigin(ctx.env)}${path}`
}
