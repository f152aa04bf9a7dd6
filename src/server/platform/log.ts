import { describeError } from './describe-error.ts'

/** The structured log of one request. */
export interface Log {
  info: (event: string, facts?: Record<string, unknown>) => void
  warn: (event: string, facts?: Record<string, unknown>) => void
  error: (event: string, error: unknown, facts?: Record<string, unknown>) => void
}

const write = (level: 'info' | 'warn' | 'error', event: string, facts: Record<string, unknown>) =>
  console[level](JSON.stringify({ level, event, ...facts }))

/**
 * Creates the log of a request: one line of JSON per entry on the console, with the request's id, the event and its
 * facts. Errors are described without the parameters of a failed statement. Facts are written as they are.
 */
export const createLog = (requestId: string): Log => ({
  info: (event, facts) => write('info', event, { requestId, ...facts }),
  warn: (event, facts) => write('warn', event, { requestId, ...facts }),
  error: (event, error, facts) =>
    write('error', event, {
      requestId,
      ...facts,
      error: describeError(error),
    }),
})
