import type { Calls } from './calls.ts'

export type { Calls }

/** The body of a refusal. */
export interface Refusal {
  status: number
  code: string
  message: string
  fields?: Record<string, string>
  requestId: string
}

/** A refused call: `refusal` says why, and `retryAfterSeconds` when to try again. */
export class PortalError extends Error {
  readonly refusal: Refusal
  readonly retryAfterSeconds: number | null

  constructor(refusal: Refusal, retryAfterSeconds: number | null) {
    super(`${refusal.status} ${refusal.code}: ${refusal.message}`)
    this.refusal = refusal
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface PortalOptions {
  /** Address of the portal, such as `https://utbildning.example.se`. */
  origin: string
  /** The password of the integration account. */
  password: string
  /** Replaces the platform's `fetch`, for tests and proxies. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

type Input<Name extends keyof Calls> = Omit<Calls[Name], 'reply'>
type Parameters<Name extends keyof Calls> =
  Record<never, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>]

interface AnyInput {
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

function toAddress(name: string, { path = {}, query = {} }: AnyInput): string {
  const template = name.slice(name.indexOf(' ') + 1)
  const address = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(path[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(key, String(one))
  return search.size > 0 ? `${address}?${search}` : address
}

async function toError(response: Response): Promise<PortalError> {
  const refusal = (await response.json()) as Refusal
  const seconds = response.headers.get('retry-after')
  return new PortalError(refusal, seconds === null ? null : Number(seconds))
}

/**
 * Creates a client of the portal's API. A call is made by its name, `await call('GET /User/{id}', { path: { id: 4 } })`, and a
 * refused one throws `PortalError`.
 */
export function createPortalClient({ origin, password, fetch: send = (url, init) => fetch(url, init) }: PortalOptions) {
  return async <Name extends keyof Calls>(name: Name, ...[input]: Parameters<Name>): Promise<Calls[Name]['reply']> => {
    const parts: AnyInput = input ?? {}
    const response = await send(`${origin}/api${toAddress(name, parts)}`, {
      method: name.slice(0, name.indexOf(' ')),
      headers: {
        authorization: `Bearer ${password}`,
        accept: 'application/json',
        ...(parts.body === undefined ? undefined : { 'content-type': 'application/json' }),
      },
      ...(parts.body === undefined ? undefined : { body: JSON.stringify(parts.body) }),
    })
    if (!response.ok) throw await toError(response)
    // The contracts are the source of both the reply and its type.
    return (response.status === 204 ? undefined : await response.json()) as Calls[Name]['reply']
  }
}
