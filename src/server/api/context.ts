import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Actor, Language } from './actor.ts'
import type { CacheTag } from './calls.ts'

/** A session as it is stored in the page cookie. */
interface PageSession {
  token: string
  /** Latest possible end of the session; until then the session row decides. */
  endsAt: Date
}

/** A cookie as the request sent it, and its new value; null: absent, or unchanged. */
interface BrowserCookie {
  received: string | null
  newValue: string | null
}

/** Cache tag versions that a request has, each as a JSON object by tag. */
export interface CacheEpoch {
  /** Versions in the data centre's cache; null until they have been requested. */
  dataCentreVersions: Promise<string> | null
  /** Versions from the session row, or from an earlier read of it; null without a session. */
  sessionVersions: string | null
  /** Tags whose version this request has used. */
  tagsUsed: Set<CacheTag>
}

/** Dependencies and state of one request or job. There are no globals: tests and jobs build their own context. */
export interface Ctx<Caller extends Actor | null = Actor> {
  actor: Caller
  db: Database
  files: R2Bucket
  now: Date
  newId: () => string
  requestId: string
  log: Log
  language: Language
  /**
   * Origin that the request names, used for cookies and cross-site checks. Links are built from PORTAL_ORIGIN instead.
   */
  requestOrigin: string
  /** IP address of the caller as the platform reports it; used only for attempt limits and the audit log. */
  address: string
  env: Env
  /** Ids of jobs that this request has written; the edge starts them when the request has succeeded. */
  queuedJobs: string[]
  /**
   * Ids of people whose course players get a push message when the work has succeeded; see
   * courses/player-push/open-players.ts.
   */
  openPlayers: { ask: number[]; leave: number[] }
  /** Session tokens from the browser, and the change to the session cookie that the edge writes with the response. */
  pageSession: { tokens: () => Promise<readonly string[]>; newState: PageSession | 'ended' | null }
  /**
   * Random secret in an HttpOnly cookie. It binds state without a session, such as an external sign-in, to this
   * browser.
   */
  browserKey: BrowserCookie
  /** Cookie that lists the people who have signed in on this browser; see people/attempts/known-device.ts. */
  knownDevices: BrowserCookie
  /** Cache tags that this request or job has changed; the edge invalidates them when the work has succeeded. */
  changedTags: CacheTag[]
  /** Time of this browser's last change by tag, in epoch milliseconds; older cached responses are not used. */
  changedAt: Partial<Record<CacheTag, number>>
  /** Cache tag versions by which cached responses of this request are validated. */
  cacheEpoch: CacheEpoch
  /** Lets the work finish after the response has been sent, as `waitUntil` does. */
  waitUntil: (work: Promise<unknown>) => void
}

export type Visitor = Ctx<Actor | null>
