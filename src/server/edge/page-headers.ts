import type { Visitor } from '#api/context.ts'
import type { PublicPortalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { getFrameOrigin, wildcardPackageOrigin } from '#api/index.ts'
import { policyReportPath } from './policy-reports.ts'
import { setSecurityHeaders, visibleRoundTrips } from './security-headers.ts'

interface PageFacts {
  url: URL
  ctx: Visitor
  configuration: PublicPortalConfiguration | null
  framesContent: boolean
  framesPayment: boolean
}

const statistics = {
  script: 'https://www.googletagmanager.com',
  connect: 'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
  image: 'https://www.googletagmanager.com https://*.google-analytics.com',
}

// The development server writes styles and its own scripts into the page and talks back over a socket.
const whileDeveloping = import.meta.env.DEV
  ? { inline: " 'unsafe-inline'", socket: ' ws:' }
  : { inline: '', socket: '' }

/** Astro's directives for the page: `script-src` and `style-src` with the hashes of its own inline parts. */
const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .filter(([name]) => name)
      .map(([name, ...sources]) => [name, sources.join(' ')]),
  )

/** Inputs of a policy beside the page's own parts. */
interface Setting {
  counts: boolean
  isSafe: boolean
  /** Sources that may be framed. */
  frames: string
}

function policyOf(found: string, { counts, isSafe, frames }: Setting): string {
  const own = directivesOf(found)
  const also = (sources: string) => (counts ? ` ${sources}` : '')
  const directives: Record<string, string> = {
    'default-src': "'self'",
    'script-src': (own['script-src'] ?? "'self'") + whileDeveloping.inline + also(statistics.script),
    'style-src': (own['style-src'] ?? "'self'") + whileDeveloping.inline,
    'img-src': `'self' data: blob:${also(statistics.image)}`,
    'connect-src': `'self'${whileDeveloping.socket}${also(statistics.connect)}`,
    'frame-src': frames,
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'report-uri': policyReportPath,
    'report-to': 'policy',
    ...(isSafe ? { 'upgrade-insecure-requests': '' } : {}),
  }
  return Object.entries(directives)
    .map((directive) => directive.join(' ').trim())
    .join('; ')
}

/** Uploaded content and the payment's own host, each on the pages that need it and nowhere else. */
function framesOn({ ctx, framesContent, framesPayment }: PageFacts): string {
  if (framesPayment) return getFrameOrigin(ctx.env)
  return framesContent ? wildcardPackageOrigin(ctx.env.CONTENT_ORIGIN) : "'none'"
}

const maxPolicies = 500
/** By their inputs: as many as there are pages, each used all the time. */
const policies = new Map<string, string>()

function policyFor(found: string, facts: PageFacts): string {
  const { url, configuration } = facts
  const counts = Boolean(configuration?.googleAnalyticsKey ?? configuration?.googleTagManagerId)
  const isSafe = url.protocol === 'https:'
  const frames = framesOn(facts)
  const key = `${counts} ${isSafe} ${frames} ${found}`
  const policy = policies.get(key) ?? policyOf(found, { counts, isSafe, frames })
  if (policies.size >= maxPolicies) policies.clear()
  policies.set(key, policy)
  return policy
}

/** Reported and not enforced: React and Astro still write markup that they have made themselves. */
const trustedTypes = `require-trusted-types-for 'script'; report-uri ${policyReportPath}; report-to policy`

/** Pages that carry somebody's token or name in their address, or are for print, are nothing for search engines. */
const unlisted = /^\/(print|profile|betalning|dev|login\/singlesignon)(\/|$)/i

/** The headers of a page, a redirect or whatever else the pages answer. */
export function setPageHeaders(headers: Headers, facts: PageFacts): void {
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false
  headers.set('content-security-policy', policyFor(headers.get('content-security-policy') ?? '', facts))
  headers.set('reporting-endpoints', `policy="${policyReportPath}"`)
  if (isHtml) headers.set('content-security-policy-report-only', trustedTypes)
  if (isHtml && !headers.has('cache-control'))
    headers.set('cache-control', facts.ctx.actor ? 'no-store' : 'private, no-cache')
  if (unlisted.test(facts.url.pathname)) headers.set('x-robots-tag', 'noindex')
  setSecurityHeaders(headers, {
    url: facts.url,
    requestId: facts.ctx.requestId,
    roundTrips: visibleRoundTrips(facts.ctx),
  })
}
