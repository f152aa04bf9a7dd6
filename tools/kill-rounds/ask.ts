import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  body: string
  location: string
}

/** The portal went away before it had answered: whether it did what was asked, nobody knows. */
export class Lost extends Error {}

export interface Asked {
  method: string
  path: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
  host?: string
}

const agent = new Agent({ keepAlive: false })

function bytesOf({ body, headers }: Asked): { bytes: Buffer; type: string } | null {
  if (body === undefined) return null
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body), type: headers?.['content-type'] ?? '' }
  if (body instanceof URLSearchParams)
    return { bytes: Buffer.from(body.toString()), type: 'application/x-www-form-urlencoded' }
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' }
}

/** A file with a title, as a browser's form sends it. */
export function formOf(title: string, name: string, text: string): { bytes: Buffer; type: string } {
  const edge = 'kill-rounds-edge'
  const part = (head: string, body: string) => `--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const file = part(`name="file"; filename="${name}"\r\nContent-Type: text/csv`, text)
  return {
    bytes: Buffer.from(`${part('name="title"', title)}${file}--${edge}--\r\n`),
    type: `multipart/form-data; boundary=${edge}`,
  }
}

/** Asks the portal on a port as another host would, which `fetch` cannot; whole answers only. */
export const askAt =
  (port: number) =>
  (asked: Asked): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method, path, token, headers = {}, host = `localhost:${port}` } = asked
      const sent = bytesOf(asked)
      const options = {
        ...{ agent, port, method, path, host: '127.0.0.1' },
        headers: {
          ...{ host, ...(token ? { authorization: `Bearer ${token}` } : {}) },
          ...(sent ? { 'content-type': sent.type, 'content-length': String(sent.bytes.length) } : {}),
          ...headers,
        },
      }
      const lose = (error: Error) => reject(new Lost(`${method} ${path}: ${error.message}`))
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

export type Ask = ReturnType<typeof askAt>
