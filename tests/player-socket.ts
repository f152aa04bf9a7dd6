import { env, exports } from 'cloudflare:workers'
import { sealSession } from '#edge/session-cookie.ts'
import type { Person } from './portal.ts'
import { inHours } from './time.ts'

const address = 'http://portal.test/api/completions'

/** Returns the headers with which a browser opens the WebSocket from a page of the portal. */
export async function createSocketHeaders({ token }: Pick<Person, 'token'>): Promise<Record<string, string>> {
  const sealed = sealSession(env.SESSION_SECRET, token, inHours(1))
  return { upgrade: 'websocket', origin: 'http://portal.test', cookie: `session=${sealed}` }
}

export const createSocketRequest = (headers: Record<string, string>) => new Request(address, { headers })

export const requestSocket = (headers: Record<string, string>) => exports.default.fetch(createSocketRequest(headers))

export interface PlayerSocket {
  /** All messages received over it. */
  messages: string[]
  /** Resolves with the next message, when it arrives. */
  next: () => Promise<string>
  /** Resolves with all messages so far: those sent before the answer to this ping have arrived before it. */
  receivedSoFar: () => Promise<string[]>
  send: (text: string) => void
  close: () => void
  closed: Promise<number>
}

/** Opens the WebSocket of a person's player. */
export const openPlayerSocket = async (person: Person): Promise<PlayerSocket> =>
  openSocketWith(await createSocketHeaders(person))

export async function openSocketWith(headers: Record<string, string>): Promise<PlayerSocket> {
  const { webSocket: socket, status } = await requestSocket(headers)
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
  const receivedSoFar = async () => {
    socket.send('ping')
    while ((await next()) !== 'pong');
    return words.filter((word) => word !== 'pong')
  }
  return {
    messages: words,
    next,
    receivedSoFar,
    send: (text) => socket.send(text),
    close: () => socket.close(1000),
    closed,
  }
}
