import { serve } from '#api/serve.ts'
import { policyReportCalls } from './contract.ts'
import { listPolicyReports } from './storage.ts'

export const routes = serve(policyReportCalls, {
  'GET /PolicyReports': (_input, { db }) => listPolicyReports(db),
})
