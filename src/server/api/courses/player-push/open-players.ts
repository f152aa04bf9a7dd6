import { DurableObject } from 'cloudflare:workers'

/** A message to course players, with people by id. It carries no data: players read the rest by calls. */
export interface PlayerMessage {
  /** People whose completions changed; their players should read them now. */
  ask: readonly number[]
  /** People with an ended session: their sockets close, and players with another session connect again. */
  leave: readonly number[]
}

/** Sockets of one person; a player in any further window polls. */
const maxSockets = 20

const policyViolation = (reason: string) => [1008, reason] as const

/** End of the session that opened the socket, in epoch milliseconds. */
const endOf = (socket: WebSocket): number => Number(socket.deserializeAttachment())

/**
 * WebSockets to the course players that people have open. It knows only their ids and end times, and hibernates between
 * messages.
 */
export class OpenRunners extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    // A ping is answered without waking the object.
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** Opens a socket. The edge has let the person in; the path holds the id and the end of the session. */
  override async fetch(request: Request): Promise<Response> {
    const [person = '', end] = new URL(request.url).pathname.slice(1).split('/')
    if (this.ctx.getWebSockets(person).length >= maxSockets) return new Response(null, { status: 429 })
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

  /** Closes the sockets of sessions that have ended. */
  override async alarm(): Promise<void> {
    const sockets = this.ctx.getWebSockets()
    const now = Date.now()
    for (const socket of sockets) if (endOf(socket) <= now) socket.close(...policyViolation('a session has ended'))
    const remainingEnds = sockets.map(endOf).filter((end) => end > now)
    if (remainingEnds.length > 0) await this.#wakeBy(Math.min(...remainingEnds))
  }

  tell({ ask, leave }: PlayerMessage): void {
    for (const person of ask) for (const socket of this.ctx.getWebSockets(String(person))) socket.send('ask')
    for (const person of leave)
      for (const socket of this.ctx.getWebSockets(String(person)))
        socket.close(...policyViolation('a session has ended'))
  }

  /** Closes a socket that sends anything else than pings. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(...policyViolation('nothing is heard here'))
  }

  /** Answers a close: the other end would otherwise wait for it. */
  override webSocketClose(socket: WebSocket): void {
    socket.close(1000)
  }
}

/** A deployment may leave the binding out. */
type Bound = Partial<Pick<Env, 'OPEN_RUNNERS' | 'DATA_JURISDICTION'>>

/** Number of objects that hold the sockets; at most this many requests notify everyone. */
const objects = 32

const jurisdictions: readonly DurableObjectJurisdiction[] = ['eu', 'fedramp']

/** Returns the object of a place, in the jurisdiction of the deployment, which an object keeps for ever. */
function objectFor(
  { OPEN_RUNNERS: everywhere, DATA_JURISDICTION: requestedJurisdiction }: Bound,
  place: number,
): DurableObjectStub<OpenRunners> | null {
  const jurisdiction = jurisdictions.find((one) => one === requestedJurisdiction)
  const namespace = jurisdiction ? everywhere?.jurisdiction(jurisdiction) : everywhere
  return namespace?.get(namespace.idFromName(`runners-${place}`)) ?? null
}

/**
 * Opens a WebSocket to a person's course player, until `end`, when their session ends; status 429 when the person has
 * 20 open. Null without the binding. `person` is the user id.
 */
export async function openPlayerSocket(env: Bound, person: number, end: Date): Promise<Response | null> {
  const headers = { upgrade: 'websocket' }
  return (
    (await objectFor(env, person % objects)?.fetch(`http://runners/${person}/${end.getTime()}`, { headers })) ?? null
  )
}

/**
 * Sends a message to the open course players of people; people without one are skipped. `ask` and `leave` are user ids.
 *
 * Players of `ask` read their completions now. All sockets of `leave`, people with an ended session, close; a player
 * with another session connects again. Rejects when a push fails; players poll as well. Does nothing without the
 * binding.
 */
export async function pushToPlayers(env: Bound, { ask, leave }: PlayerMessage): Promise<void> {
  const places = Map.groupBy(new Set([...ask, ...leave]), (person) => person % objects)
  const among = (people: readonly number[], recipients: readonly number[]) =>
    recipients.filter((person) => people.includes(person))
  await Promise.all(
    [...places].map(([place, people]) =>
      objectFor(env, place)?.tell({ ask: among(people, ask), leave: among(people, leave) }),
    ),
  )
}
