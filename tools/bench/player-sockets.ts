import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { completionsPath } from '#api/courses/xapi/rules.ts'
import { sealSession, sessionCookieName } from '#edge/session-cookie.ts'
import { toOrigins } from '../local-portal.ts'

/** WebSockets opened at once, as browsers do that have lost theirs together. */
const atOnce = 20

const headersOf = async (port: number, token: string, secret: string) => {
  const { portal } = toOrigins(port)
  const sealed = await sealSession(secret, token, new Date(Date.now() + 3_600_000))
  return {
    host: new URL(portal).host,
    origin: portal,
    cookie: `${sessionCookieName(new URL(portal))}=${sealed}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  }
}

function open(port: number, headers: Record<string, string>): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const path = `/api${completionsPath}`
    const upgrade = request({ agent: false, host: '127.0.0.1', port, path, headers })
    upgrade.on('upgrade', (_answer, socket) => resolve(socket))
    upgrade.on('response', ({ statusCode }) => reject(new Error(`a line was refused by ${statusCode}`)))
    upgrade.on('error', reject)
    upgrade.end()
  })
}

/** Opens the WebSockets of many players; they stay open until `close` is called. */
export async function openPlayerSockets(port: number, secret: string, tokens: readonly string[]) {
  const sockets: Duplex[] = []
  const waiting = tokens.values()
  const one = async () => {
    for (const token of waiting) {
      const socket = await open(port, await headersOf(port, token, secret))
      socket.resume().on('error', () => undefined)
      sockets.push(socket)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return {
    stillOpen: () => sockets.filter((socket) => !socket.destroyed).length,
    close: () => sockets.forEach((socket) => void socket.destroy()),
  }
}
