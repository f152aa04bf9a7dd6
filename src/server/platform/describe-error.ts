import { DrizzleQueryError } from 'drizzle-orm'

/** Returns the cause of a Drizzle error, whose own message repeats the parameters: personal data or secrets. */
const withoutParameters = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? 'the database failed') : error

/** The fields of an error that the log contains. */
export interface ErrorDescription {
  name: string
  message: string
  stack: string | undefined
}

/**
 * Describes a thrown value for the log: name, message and stack of an `Error`, the text of another value. A failed
 * statement of Drizzle is described by its cause, since its own message repeats the parameters. Other causes are left
 * out.
 */
export function describeError(error: unknown): ErrorDescription | string {
  const loggable = withoutParameters(error)
  return loggable instanceof Error
    ? { name: loggable.name, message: loggable.message, stack: loggable.stack }
    : String(loggable)
}

/**
 * Returns the message of an error, or the text of a thrown value that is none. For a failed statement of Drizzle it is
 * the message of its cause, without the query and its parameters.
 */
export const formatErrorMessage = (error: unknown): string => {
  const description = describeError(error)
  return typeof description === 'string' ? description : description.message
}
