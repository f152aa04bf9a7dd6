import { z } from 'zod'
import { contract } from '#api/calls.ts'

export const PolicyReport = z.object({
  day: z.string(),
  directive: z.string(),
  blocked: z.string(),
  page: z.string(),
  count: z.int(),
})
export type PolicyReport = z.infer<typeof PolicyReport>

export const policyReportCalls = contract({
  'GET /PolicyReports': {
    who: 'superadministrators',
    reply: z.array(PolicyReport),
    cache: 'never',
    summary: 'Counts by day what browsers have blocked on the portal’s pages in the last days, latest day first.',
  },
})
