import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Actor, Language } from './actor.ts'
import type { Tag } from './calls.ts'

/** A session as the page cookie needs it. */
interface PageSession {
  token: string
  /** When the session ends for good; until then the session row decides. */
  endsAt: Date
}

/** The versions of cache tags that a request knows, as JSON by tag. */
export interface CacheEpoch {
  /** Versions in the data centre's cache, once they have been read. */
  inDataCentre: Promise<string> | null
  /** Versions that the session row tells, or told last; null without a session. */
  versions: string | null
  /** Tags whose version this request has used. */
  tagsUsed: Set<Tag>
}

/** Everything a handler may touch. Nothing is global: tests and jobs build their own. */
export interface Ctx<Who extends Actor | null = Actor> {
  actor: Who
  db: Database
  files: R2Bucket
  now: Date
  newId: () => string
  requestId: string
  log: Log
  language: Language
  /** The origin that the request names, for cookies and the check of another site's requests. Links are built on PORTAL_ORIGIN. */
  requestOrigin: string
  /** Caller's address as the platform tells it; for limits and the audit log only. */
  address: string
  env: Env
  /** Jobs written by this request; the edge wakes them when it has succeeded. */
  queuedJobs: string[]
  /** People whose open players are told when the work has succeeded; see courses/player-push/open-players.ts. */
  openPlayers: { ask: number[]; leave: number[] }
  /** The session tokens that the browser sends, and what the answer does to the cookie that pages are rendered by; the edge seals it. */
  pageSession: { tokens: () => Promise<readonly string[]>; becomes: PageSession | 'ended' | null }
  /** A secret of this browser in a cookie that no script reads: binds to it what has no session yet. */
  browserKey: { held: string | null; becomes: string | null }
  /** The cookie of people who have signed in on this browser; see authentication/attempts/known-device.ts. */
  knownDevices: { held: string | null; becomes: string | null }
  /** What this request or job has made stale; the edge invalidates it when the work has succeeded. */
  changes: Tag[]
  /** When this browser last changed something, by tag, in epoch milliseconds: no older answer will do for it. */
  changedAt: Partial<Record<Tag, number>>
  /** The versions by which this request judges cached responses. */
  cacheEpoch: CacheEpoch
  /** Runs after the answer has gone out. */
  after: (work: Promise<unknown>) => void
}

export type Visitor = Ctx<Actor | null>

/** A context for work that nobody signed in for: jobs, and statements whose actor is the system. */
export const systemContext = (ctx: Visitor): Ctx<null> => ({ ...ctx, actor: null })
