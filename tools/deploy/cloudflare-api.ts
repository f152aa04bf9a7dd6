import { DeployError } from './environment.ts'

interface Envelope<Result> {
  success: boolean
  errors: { code: number; message: string }[]
  result: Result
}

interface CallOptions {
  body?: unknown
  /** Jurisdiction of the bucket; null for none. */
  jurisdiction?: string | null
}

/** Cloudflare's API of one account, by paths below `/client/v4`. */
export interface CloudflareApi {
  /** Makes a call and returns its result. @throws DeployError when it is refused. */
  call: <Result>(method: string, path: string, options?: CallOptions) => Promise<Result>
  /** Reads a result; null when there is no such thing. @throws DeployError when it is refused otherwise. */
  find: <Result>(path: string, options?: CallOptions) => Promise<Result | null>
}

/** Origin and prefix of the API; Wrangler reads the same variable. */
export const apiBase = () => process.env['CLOUDFLARE_API_BASE_URL'] ?? 'https://api.cloudflare.com/client/v4'

/** Creates a client that signs its calls with an API token. */
export function openCloudflareApi(base: string, token: string): CloudflareApi {
  const send = async (method: string, path: string, { body, jurisdiction }: CallOptions = {}) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // A build or Wrangler runs between two calls, for longer than a connection is kept open.
        connection: 'close',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(jurisdiction ? { 'cf-r2-jurisdiction': jurisdiction } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { response, answer: (await response.json().catch(() => null)) as Envelope<unknown> | null }
  }
  const refusal = (method: string, path: string, status: number, answer: Envelope<unknown> | null) =>
    new DeployError(
      `Cloudflare refused ${method} ${path} (${status}): ${answer?.errors.map(({ message }) => message).join('; ') ?? 'no reason'}`,
    )
  return {
    call: async <Result>(method: string, path: string, options?: CallOptions) => {
      const { response, answer } = await send(method, path, options)
      if (!answer?.success) throw refusal(method, path, response.status, answer)
      return answer.result as Result
    },
    find: async <Result>(path: string, options?: CallOptions) => {
      const { response, answer } = await send('GET', path, options)
      if (response.status === 404) return null
      if (!answer?.success) throw refusal('GET', path, response.status, answer)
      return answer.result as Result
    },
  }
}
