import type { Visitor } from '#api/context.ts'
import { parseReports, parseViolations, policyReportLimits } from '#api/foundation/policy-reports/rules.ts'
import { recordPolicyReports } from '#api/index.ts'
import { readBoundedBody } from '#platform/bounded-body.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { findScreen } from '#screens/screens.ts'
import { withAccessLog } from './access-log.ts'
import { enforceNetworkLimit } from './rate-limits.ts'
import { refusalResponse } from './refusal-response.ts'

/** Path to which browsers report violations of the pages' content security policy. */
export const policyReportPath = '/policy-reports'

async function answer(request: Request, ctx: Visitor): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
  try {
    await enforceNetworkLimit(ctx, 'reports')
  } catch (error) {
    return refusalResponse(error, ctx)
  }
  const { host } = getRequestUrl(request)
  const bytes = await readBoundedBody(request, policyReportLimits.bytes)
  const own = parseViolations(parseReports(bytes)).filter(
    ({ documentUrl }) => URL.canParse(documentUrl) && new URL(documentUrl).host === host,
  )
  await recordPolicyReports(
    ctx,
    own.map(({ documentUrl, directive, blocked }) => {
      return { directive, blocked, page: findScreen(new URL(documentUrl).pathname)?.path ?? 'other' }
    }),
  )
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

/**
 * Counts browsers' reports about the portal's own pages, under a rate limit for each network. The response is 204
 * without content, also for unreadable reports; 405 for other methods than POST and 429 beyond the limit.
 */
export const policyReports = withAccessLog('policy-report', ({ pathname }) => pathname === policyReportPath, answer)
