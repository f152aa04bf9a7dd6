import { parseOrigin } from '#api/catalogue/packages/origins.ts'
import type { Visitor } from '#api/context.ts'
import { offersSwish } from '#api/payment-instruments.ts'
import { BoundedMap } from '#platform/bounded-map.ts'
import { configuredProvider, type PaymentSettings } from './rules.ts'

type Origins = Pick<Env, 'CONTENT_ORIGIN' | 'PAYMENT_ORIGIN'>
type FrameSettings = Origins & PaymentSettings & { PAYMENT_METHODS?: string }

/**
 * Returns the origin of the payment frames: `PAYMENT_ORIGIN`, or `payment.` before the content host. A provider's
 * scripts thereby run on another origin than the portal's tokens.
 */
export function getFrameOrigin({ CONTENT_ORIGIN, PAYMENT_ORIGIN }: Origins): string {
  if (PAYMENT_ORIGIN) return parseOrigin(PAYMENT_ORIGIN).origin
  const { protocol, host } = parseOrigin(CONTENT_ORIGIN)
  return `${protocol}//payment.${host}`
}

/**
 * Lists the sources of `frame-src` of the page with the payment, separated by spaces: the payment frame and, where
 * Stripe offers Swish, Stripe's own hosts, which a phone passes in that frame on the way to the app.
 */
export const listFrameSources = (env: FrameSettings): string =>
  getFrameOrigin(env) + (configuredProvider(env) === 'stripe' && offersSwish(env) ? ' https://*.stripe.com' : '')

/**
 * True when a host, with its port if it has one, is that of the payment frames. `host` is compared exactly, in lower
 * case.
 */
export const isPaymentFrameHost = (host: string, origins: Origins): boolean =>
  host === parseOrigin(getFrameOrigin(origins)).host

const lastTwoLabels = (hostname: string) => hostname.split('.').slice(-2).join('.')

/**
 * True when uploaded courses could set cookies that the payment host receives: their hosts share a site, or the payment
 * host is below the content host. Two equal last labels count as one site, also for a public suffix of two labels such
 * as `co.uk`. Ports are ignored.
 */
export function sharesSiteWithContent(origins: Origins): boolean {
  const [payment, content] = [parseOrigin(getFrameOrigin(origins)), parseOrigin(origins.CONTENT_ORIGIN)]
  return (
    payment.hostname.endsWith(`.${content.hostname}`) ||
    lastTwoLabels(payment.hostname) === lastTwoLabels(content.hostname)
  )
}

const warned = new BoundedMap<true>(8)

/** Logs one warning when a deployed portal serves payments on the same site as uploaded courses. */
function warnOfSharedSite({ env, log }: Visitor): void {
  const origin = getFrameOrigin(env)
  if (warned.get(origin) || !origin.startsWith('https:') || !sharesSiteWithContent(env)) return
  warned.set(origin, true)
  log.warn('payment.sharesSiteWithContent', { payment: origin, content: env.CONTENT_ORIGIN })
}

/**
 * Returns the absolute URL of a path, which begins with a slash, on the host of the payment frames. Logs a warning,
 * once, when a host with HTTPS shares cookies with uploaded courses.
 */
export function toFrameUrl(ctx: Visitor, path: string): string {
  warnOfSharedSite(ctx)
  return `${getFrameOrigin(ctx.env)}${path}`
}
