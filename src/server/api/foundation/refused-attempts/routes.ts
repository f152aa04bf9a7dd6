import { serve } from '#api/serve.ts'
import { refusedAttemptCalls } from './contract.ts'
import { listRefusedAttempts } from './storage.ts'

export const routes = serve(refusedAttemptCalls, {
  'GET /RefusedAttempts': (_input, { db }) => listRefusedAttempts(db),
})
