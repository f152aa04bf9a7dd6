import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { IntegrationPermission } from '#api/actor.ts'
import { insertIntegrationAccount } from '../integrations.ts'

export type Json = Record<string, unknown>

export interface System {
  id: number
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  /** Sends statements and returns their ids. */
  post: (...statements: Json[]) => Promise<string[]>
  /** Returns the ids of the statements that a query finds, in its order. */
  find: (query: Record<string, string>) => Promise<unknown[]>
}

const bodyOf = (body: unknown) =>
  typeof body === 'string' || body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body)

/** Creates an integration account and the client with which another system calls the record store. */
export async function anotherSystem(...roles: IntegrationPermission[]): Promise<System> {
  const { id, secret } = await insertIntegrationAccount({ roles })
  const send: System['send'] = (method, path, body, headers = {}) =>
    exports.default.fetch(`http://portal.test/api/articulate/${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${id}:${secret}`)}`,
        'x-experience-api-version': '1.0.3',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    })
  const post: System['post'] = async (...statements) => {
    const response = await send('POST', 'statements', statements)
    expect(response.status).toBe(200)
    return response.json()
  }
  const find: System['find'] = async (query) => {
    const response = await send('GET', `statements?${new URLSearchParams(query)}`)
    expect(response.status).toBe(200)
    return (await response.json<{ statements: Json[] }>()).statements.map(({ id }) => id)
  }
  return { id, send, post, find }
}

export const newId = () => crypto.randomUUID()
export const agent = (name: string) => ({ objectType: 'Agent', mbox: `mailto:${name}@example.com` })
export const activity = (name = newId()) => ({ id: `https://courses.test/${name}` })

export const statement = (given: Json = {}): Json => ({
  actor: agent(newId()),
  verb: { id: 'http://adlnet.gov/expapi/verbs/experienced' },
  object: activity(),
  ...given,
})

export const voiding = (id: unknown, given: Json = {}): Json =>
  statement({
    verb: { id: 'http://adlnet.gov/expapi/verbs/voided' },
    object: { objectType: 'StatementRef', id },
    ...given,
  })

/** Builds the multipart content of statements and their attachments. */
export function multipart(
  statements: unknown,
  files: { content: string; sum: string; headers?: Record<string, string> }[],
): { body: string; headers: Record<string, string> } {
  const boundary = `b${newId()}`
  const parts = files.map(
    ({ content, sum, headers = {} }) =>
      `--${boundary}\r\n${Object.entries({
        'Content-Type': 'text/plain',
        'Content-Transfer-Encoding': 'binary',
        'X-Experience-API-Hash': sum,
        ...headers,
      })
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')}\r\n\r\n${content}\r\n`,
  )
  const first = `--${boundary}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(statements)}\r\n`
  return {
    body: `${first}${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/mixed; boundary="${boundary}"` },
  }
}
