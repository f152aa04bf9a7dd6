import { serve } from '#api/serve.ts'
import { boardReportCalls } from './contract.ts'
import { showBoardReport } from './show-report.ts'

export const routes = serve(boardReportCalls, {
  'GET /BoardReport': ({ query }, ctx) => showBoardReport(ctx, query),
})
