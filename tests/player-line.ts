import { env, exports } from 'cloudflare:workers'
import { sealedSession } from '#edge/session-cookie.ts'
import type { Person } from './portal.ts'
import { inHours } from './time.ts'

const address = 'http://portal.test/api/completions'

/** Returns the headers with which a browser opens the WebSocket from a page of the portal. */
export async function lineHeaders({ token }: Pick<Person, 'token'>): Promise<Record<string, string>> {
  const sealed = await sealedSession(env.SESSION_SECRET, token, inHours(1))
  return { upgrade: 'websocket', origin: 'http://portal.test', cookie: `session=${sealed}` }
}

export const lineRequest = (headers: Record<string, string>) => new Request(address, { headers })

export const askForLine = (headers: Record<string, string>) => exports.default.fetch(lineRequest(headers))

export interface TestLine {
  /** All messages received over it. */
  words: string[]
  /** Resolves with the next message, when it arrives. */
  next: () => Promise<string>
  /** Resolves with all messages so far: those sent before the answer to this ping have arrived before it. */
  heard: () => Promise<string[]>
  send: (text: string) => void
  close: () => void
  closed: Promise<number>
}

/** Opens the WebSocket of a person's player. */
export const lineOf = async (person: Person): Promise<TestLine> => lineBy(await lineHeaders(person))

export async function lineBy(headers: Record<string, string>): Promise<TestLine> {
  const { webSocket: socket, status } = await askForLine(headers)
  if (!socket) throw new Error(`the line was refused by ${status}`)
  const words: string[] = []
  const waiting: ((word: string) => void)[] = []
  let read = 0
  socket.addEventListener('message', ({ data }) => {
    words.push(String(data))
    waiting.shift()?.(String(data))
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  socket.accept()
  const next = async () => {
    read += 1
    return words[read - 1] ?? new Promise<string>((resolve) => waiting.push(resolve))
  }
  const heard = async () => {
    socket.send('ping')
    while ((await next()) !== 'pong');
    return words.filter((word) => word !== 'pong')
  }
  return { words, next, heard, send: (text) => socket.send(text), close: () => socket.close(1000), closed }
}
