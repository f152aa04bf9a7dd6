import type { IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { TestProject } from 'vitest/node'
import { startStandInServer } from './stand-in-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a stand-in for another system that receives webhooks. */
    webhookPort: number
  }
}

/** A channel of the receiver, set by `PUT /<name>` and read by `GET /<name>`. */
export interface ReceiverChannel {
  secret: string
  /** One in so many messages is refused with 500, every second of them after it was processed; 0 for none. */
  failEvery: number
  /** Status of every answer; null for the usual one. */
  status: number | null
  /** Messages with a valid signature that were processed, each id once. */
  processed: { id: string; body: unknown }[]
  /** Messages that arrived, also repeated ones. */
  arrived: number
  /** Reasons why messages were refused for good. */
  refused: string[]
}

const bytesOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Processes a message once, as a careful receiver does, and returns the status of the answer. */
function receive(channel: ReceiverChannel, { headers }: IncomingMessage, body: string): number {
  channel.arrived += 1
  if (channel.status !== null) return channel.status
  try {
    if (headers['content-type'] !== 'application/json') throw new Error('no JSON')
    new Webhook(channel.secret).verify(body, headers as Record<string, string>)
  } catch (error) {
    channel.refused.push(String(error))
    return 401
  }
  const isFailure = channel.failEvery > 0 && channel.arrived % channel.failEvery === 0
  if (isFailure && channel.arrived % (2 * channel.failEvery) === 0) return 500
  const id = String(headers['webhook-id'])
  if (!channel.processed.some((one) => one.id === id)) channel.processed.push({ id, body: JSON.parse(body) })
  return isFailure ? 500 : 204
}

export default async function setup(project: TestProject) {
  const channels = new Map<string, ReceiverChannel>()
  const server = await startStandInServer(async (request, response) => {
    const body = await bytesOf(request)
    const name = request.url ?? '/'
    if (request.method === 'PUT') {
      channels.set(name, { ...JSON.parse(body), processed: [], arrived: 0, refused: [] })
      return response.writeHead(204).end()
    }
    const channel = channels.get(name)
    if (!channel) return response.writeHead(404).end()
    if (request.method === 'POST') return response.writeHead(receive(channel, request, body)).end()
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(channel))
  }, '127.0.0.1')
  project.provide('webhookPort', server.port)
  return server.close
}
