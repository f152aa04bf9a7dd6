import { DurableObject } from 'cloudflare:workers'

/** People by id. Both words are told without a reason: why, and whether it is so, is answered by calls alone. */
export interface Word {
  /** Something of theirs has been completed: it is worth asking now. */
  ask: readonly number[]
  /** A session of theirs has ended: whoever still has one may come back with it. */
  leave: readonly number[]
}

/** So many windows of one person; in any further one the runner asks by itself. */
const openAtMost = 20

const over = (reason: string) => [1008, reason] as const

/** Lines to the runners that people have open. It knows who is at the other end and nothing else, and sleeps while nothing is told. */
export class OpenRunners extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    // Whether the line still lives is answered without waking anybody.
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** The edge has let the person in; the address ends with their id. */
  override fetch(request: Request): Response {
    const person = request.url.slice(request.url.lastIndexOf('/') + 1)
    if (this.ctx.getWebSockets(person).length >= openAtMost) return new Response(null, { status: 429 })
    const { 0: theirs, 1: ours } = new WebSocketPair()
    this.ctx.acceptWebSocket(ours, [person])
    return new Response(null, { status: 101, webSocket: theirs })
  }

  tell({ ask, leave }: Word): void {
    for (const person of ask) for (const socket of this.ctx.getWebSockets(String(person))) socket.send('ask')
    for (const person of leave)
      for (const socket of this.ctx.getWebSockets(String(person))) socket.close(...over('a session has ended'))
  }

  /** A runner has nothing to say here. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(...over('nothing is heard here'))
  }

  /** A farewell that is not answered would keep the line open at the other end until it gives up. */
  override webSocketClose(socket: WebSocket): void {
    socket.close(1000)
  }
}

/** A deployment may leave the binding out. */
type Bound = Partial<Pick<Env, 'OPEN_RUNNERS'>>

/** Few objects hold everybody's lines: whoever completes something for a whole class tells them all in as many requests at most. */
const objects = 32

function keeperOf({ OPEN_RUNNERS: namespace }: Bound, place: number): DurableObjectStub<OpenRunners> | null {
  return namespace?.get(namespace.idFromName(`runners-${place}`)) ?? null
}

/** Opens a line to the person whose runner asks for one; null where there are none. */
export async function openLine(env: Bound, person: number): Promise<Response | null> {
  const headers = { upgrade: 'websocket' }
  return (await keeperOf(env, person % objects)?.fetch(`http://runners/${person}`, { headers })) ?? null
}

/** Tells everybody's open runners, if they have any. */
export async function tellRunners(env: Bound, { ask, leave }: Word): Promise<void> {
  const places = Map.groupBy(new Set([...ask, ...leave]), (person) => person % objects)
  const among = (people: readonly number[], told: readonly number[]) => told.filter((person) => people.includes(person))
  await Promise.all(
    [...places].map(([place, people]) =>
      keeperOf(env, place)?.tell({ ask: among(people, ask), leave: among(people, leave) }),
    ),
  )
}
