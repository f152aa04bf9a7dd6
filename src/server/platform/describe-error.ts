import { DrizzleQueryError } from 'drizzle-orm'

/** The error to write about: that of Drizzle repeats the parameters of its statement, which may be personal data or secrets. */
const withoutParameters = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? 'the database failed') : error

export interface Description {
  name: string
  message: string
  stack: string | undefined
}

/** What the log may hold of an error. */
export function describeError(error: unknown): Description | string {
  const shown = withoutParameters(error)
  return shown instanceof Error ? { name: shown.name, message: shown.message, stack: shown.stack } : String(shown)
}

/** The same in one line. */
export const messageOf = (error: unknown): string => {
  const description = describeError(error)
  return typeof description === 'string' ? description : description.message
}
