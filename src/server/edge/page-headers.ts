import type { Visitor } from '#api/context.ts'
import type { PublicPortalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { listFrameSources, wildcardPackageOrigin } from '#api/index.ts'
import { policyReportPath } from './policy-reports.ts'
import { setSecurityHeaders } from './security-headers.ts'

interface PageFacts {
  url: URL
  ctx: Visitor
  configuration: PublicPortalConfiguration | null
  framesContent: boolean
  framesPayment: boolean
  /** Whether any site may frame the page; only pages without anything personal or to press. */
  isFramedAnywhere?: boolean
}

const statistics = {
  script: 'https://www.googletagmanager.com',
  connect: 'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
  image: 'https://www.googletagmanager.com https://*.google-analytics.com',
}

// The development server adds inline styles and scripts to the page and uses a WebSocket.
const developmentSources = import.meta.env.DEV
  ? { inline: " 'unsafe-inline'", socket: ' ws:' }
  : { inline: '', socket: '' }

/** Parses Astro's policy of the page: `script-src` and `style-src` with the hashes of its inline parts. */
const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .filter(([name]) => name)
      .map(([name, ...sources]) => [name, sources.join(' ')]),
  )

/** Inputs of a policy beside Astro's directives. */
interface PolicyInputs {
  /** Whether the scripts of web statistics may run. */
  hasStatistics: boolean
  isSafe: boolean
  /** Sources that may be framed. */
  frames: string
  /** Sources of pictures beside the portal; empty for none. */
  pictures: string
  /** Sources that may frame the page. */
  ancestors: string
}

function policyOf(astroPolicy: string, { hasStatistics, isSafe, frames, pictures, ancestors }: PolicyInputs): string {
  const own = directivesOf(astroPolicy)
  const also = (sources: string) => (hasStatistics ? ` ${sources}` : '')
  const directives: Record<string, string> = {
    'default-src': "'self'",
    'script-src': (own['script-src'] ?? "'self'") + developmentSources.inline + also(statistics.script),
    'style-src': (own['style-src'] ?? "'self'") + developmentSources.inline,
    'img-src': `'self' data: blob: ${pictures}${also(statistics.image)}`.trim(),
    'connect-src': `'self'${developmentSources.socket}${also(statistics.connect)}`,
    'frame-src': frames,
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': ancestors,
    'report-uri': policyReportPath,
    'report-to': 'policy',
    ...(isSafe ? { 'upgrade-insecure-requests': '' } : {}),
  }
  return Object.entries(directives)
    .map((directive) => directive.join(' ').trim())
    .join('; ')
}

/** Returns the origins that a page may frame: uploaded content or the payment, on the pages that need them. */
function framesOn({ ctx, framesContent, framesPayment }: PageFacts): string {
  if (framesPayment) return listFrameSources(ctx.env)
  return framesContent ? wildcardPackageOrigin(ctx.env.CONTENT_ORIGIN) : "'none'"
}

function policyFor(astroPolicy: string, facts: PageFacts): string {
  const { url, configuration } = facts
  const hasStatistics = Boolean(configuration?.googleAnalyticsKey ?? configuration?.googleTagManagerId)
  const isSafe = url.protocol === 'https:'
  const frames = framesOn(facts)
  const pictures = facts.framesContent ? wildcardPackageOrigin(facts.ctx.env.CONTENT_ORIGIN) : ''
  const ancestors = facts.isFramedAnywhere ? '*' : "'none'"
  return policyOf(astroPolicy, { hasStatistics, isSafe, frames, pictures, ancestors })
}

/** Trusted Types, reported but not enforced: React and Astro still assign HTML of their own. */
const trustedTypes = `require-trusted-types-for 'script'; report-uri ${policyReportPath}; report-to policy`

/** Pages that search engines must not index: with a token or a name in their URL, or for print. */
const unlisted = /^\/(print|profile|betalning|dev|login\/singlesignon|login\/oidc)(\/|$)/i

/**
 * Sets the headers of a response of a page, redirects included: content security policy, cache rule, indexing and
 * security headers.
 *
 * Hashes in a policy that the page has set are kept, the rest of it is replaced. Web statistics are allowed where the
 * configuration has them, frames only on pages that declare them, and pictures of content where content is framed;
 * `isFramedAnywhere` lets any site frame the page.
 * An HTML page also gets a report-only policy of Trusted Types. It is not stored for a signed-in person, and is
 * revalidated each time for others; a page's own `cache-control` is kept, and other responses get none. Print, profile,
 * payment, development and single sign-on pages are not indexed.
 */
export function setPageHeaders(headers: Headers, facts: PageFacts): void {
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false
  headers.set('content-security-policy', policyFor(headers.get('content-security-policy') ?? '', facts))
  headers.set('reporting-endpoints', `policy="${policyReportPath}"`)
  if (isHtml) headers.set('content-security-policy-report-only', trustedTypes)
  if (isHtml && !headers.has('cache-control'))
    headers.set('cache-control', facts.ctx.actor ? 'no-store' : 'private, no-cache')
  if (unlisted.test(facts.url.pathname)) headers.set('x-robots-tag', 'noindex')
  setSecurityHeaders(headers, facts.url, facts.ctx)
  if (facts.isFramedAnywhere) headers.delete('x-frame-options')
}
