import { z } from 'zod'

export const policyReportLimits = {
  /** Of one request. */
  bytes: 16 * 1024,
  reports: 20,
  /** Rows of one day: what is new beyond them is not counted. */
  rows: 500,
  daysKept: 7,
} as const

/** As `report-uri` sends it, and as `report-to` does. */
const OldReport = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().default(''),
  }),
})
const NewReport = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ documentURL: z.string(), effectiveDirective: z.string(), blockedURL: z.string().nullish() }),
})

export interface PolicyViolation {
  documentUrl: string
  directive: string
  blocked: string
}

const word = /^[a-z][a-z-]{0,39}$/

const directiveOf = (text: string) => text.trim().split(/\s/)[0] ?? ''

/**
 * Returns the host of a blocked URL, at most 100 characters, its scheme when it has no host, or the policy's own
 * keyword; `inline` for empty text and `other` for text that is no URL. The rest of a URL may be private.
 */
export function toBlockedHost(blocked: string): string {
  if (blocked === '' || word.test(blocked)) return blocked || 'inline'
  if (!URL.canParse(blocked)) return 'other'
  const { host, protocol } = new URL(blocked)
  return (host || protocol.replace(':', '')).slice(0, 100)
}

function violationIn(report: unknown): PolicyViolation | null {
  const old = OldReport.safeParse(report).data?.['csp-report']
  if (old) {
    const directive = directiveOf(old['effective-directive'] ?? old['violated-directive'] ?? '')
    return { documentUrl: old['document-uri'], directive, blocked: toBlockedHost(old['blocked-uri']) }
  }
  const body = NewReport.safeParse(report).data?.body
  if (!body) return null
  return {
    documentUrl: body.documentURL,
    directive: directiveOf(body.effectiveDirective),
    blocked: toBlockedHost(body.blockedURL ?? ''),
  }
}

/** Parses the body of a request as JSON; null for none and for an unreadable one. */
export function parseReports(bytes: Uint8Array<ArrayBuffer> | null): unknown {
  if (!bytes) return null
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/**
 * Returns the violations of a request's body, from its first 20 reports; entries that are no report or name no
 * directive are left out. They stay in their order; a body that is no list counts as one report.
 */
export const parseViolations = (body: unknown): PolicyViolation[] =>
  (Array.isArray(body) ? body : [body])
    .slice(0, policyReportLimits.reports)
    .flatMap((report) => violationIn(report) ?? [])
    .filter(({ directive }) => word.test(directive))
