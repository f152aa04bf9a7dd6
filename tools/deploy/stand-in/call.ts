import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'

/** Result of a call, or the code and message of its refusal. */
export interface Answer {
  status?: number
  result?: unknown
  code?: number
  message?: string
}

/** Request to the stand-in. */
export interface Call {
  method: string
  /** Path below /client/v4, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Refusal of what the account does not have. */
export const notFound: Answer = { status: 404, code: 10007, message: 'not found' }

/** Call of the API that the stand-in knows; `answer` gets the parts of the path that the pattern captures. */
export interface Route {
  method: string
  path: RegExp
  answer: (call: Call, captured: string[]) => Answer | Promise<Answer>
}

/** Parses the body of a call. @throws ZodError when it is not as Cloudflare documents it. */
export const json = <Schema extends z.ZodType>(schema: Schema, { body }: Call): z.output<Schema> =>
  schema.parse(JSON.parse(body.toString('utf8')))
