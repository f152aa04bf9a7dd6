import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  body: string
  location: string
}

/** The portal ended before it answered, so the outcome of the request is unknown. */
export class ConnectionLost extends Error {}

export interface PortalRequest {
  method: string
  path: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
  host?: string
}

const agent = new Agent({ keepAlive: false })

function bytesOf({ body, headers }: PortalRequest): { bytes: Buffer; type: string } | null {
  if (body === undefined) return null
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body), type: headers?.['content-type'] ?? '' }
  if (body instanceof URLSearchParams)
    return { bytes: Buffer.from(body.toString()), type: 'application/x-www-form-urlencoded' }
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' }
}

interface SentFile {
  name: string
  bytes: Uint8Array
}

/** Encodes texts and a file as a browser's multipart form. */
export function toForm(texts: Record<string, string>, file: SentFile): { bytes: Buffer; type: string } {
  const edge = 'kill-rounds-edge'
  const head = (named: string, type = '') => `--${edge}\r\nContent-Disposition: form-data; ${named}\r\n${type}\r\n`
  const parts = Object.entries(texts).map(([name, text]) => `${head(`name="${name}"`)}${text}\r\n`)
  const type = 'Content-Type: application/octet-stream\r\n'
  return {
    bytes: Buffer.concat([
      Buffer.from(parts.join('') + head(`name="file"; filename="${file.name}"`, type)),
      file.bytes,
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]),
    type: `multipart/form-data; boundary=${edge}`,
  }
}

/** Sends requests to the portal on a port, with any host header, which `fetch` cannot; rejects incomplete answers. */
export const createClient =
  (port: number) =>
  (portalRequest: PortalRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method, path, token, headers = {}, host = `localhost:${port}` } = portalRequest
      const sent = bytesOf(portalRequest)
      const options = {
        agent,
        port,
        method,
        path,
        host: '127.0.0.1',
        headers: {
          host,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(sent ? { 'content-type': sent.type, 'content-length': String(sent.bytes.length) } : {}),
          ...headers,
        },
      }
      const lose = (error: Error) => reject(new ConnectionLost(`${method} ${path}: ${error.message}`))
      const asking = request(options, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('error', lose)
        response.on('aborted', () => lose(new Error('aborted')))
        response.on('end', () => {
          const { statusCode = 0, headers: given } = response
          resolve({
            status: statusCode,
            body: Buffer.concat(pieces).toString('latin1'),
            location: String(given.location ?? ''),
          })
        })
      })
      asking.on('error', lose)
      asking.end(sent?.bytes)
    })

export type Client = ReturnType<typeof createClient>
