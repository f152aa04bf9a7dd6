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

/** When the line's session ends, as it was told when the line was opened. */
const endOf = (socket: WebSocket): number => Number(socket.deserializeAttachment())

/** Lines to the runners that people have open. It knows who is at the other end and nothing else, and sleeps while nothing is told. */
export class OpenRunners extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    // Whether the line still lives is answered without waking anybody.
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** The edge has let the person in; the address says who it is and until when. */
  override async fetch(request: Request): Promise<Response> {
    const [person = '', end] = new URL(request.url).pathname.slice(1).split('/')
    if (this.ctx.getWebSockets(person).length >= openAtMost) return new Response(null, { status: 429 })
    const { 0: theirs, 1: ours } = new WebSocketPair()
    this.ctx.acceptWebSocket(ours, [person])
    ours.serializeAttachment(Number(end))
    await this.#wakeBy(Number(end))
    return new Response(null, { status: 101, webSocket: theirs })
  }

  async #wakeBy(end: number): Promise<void> {
    const due = await this.ctx.storage.getAlarm()
    if (due === null || due > end) await this.ctx.storage.setAlarm(end)
  }

  /** Sessions that have run out take their lines along. */
  override async alarm(): Promise<void> {
    const sockets = this.ctx.getWebSockets()
    const now = Date.now()
    for (const socket of sockets) if (endOf(socket) <= now) socket.close(...over('a session has ended'))
    const left = sockets.map(endOf).filter((end) => end > now)
    if (left.length > 0) await this.#wakeBy(Math.min(...left))
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

/** Opens a line to the person whose runner asks for one, until their session ends; null where there are none. */
export async function openLine(env: Bound, person: number, end: Date): Promise<Response | null> {
  const headers = { upgrade: 'websocket' }
  return (
    (await keeperOf(env, person % objects)?.fetch(`http://runners/${person}/${end.getTime()}`, { headers })) ?? null
  )
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
