import type { z } from 'zod'
import type { IntegrationPermission, SignInStep, Who } from './actor.ts'
import type { Feature } from './features.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type CallName = `${Method} /${string}`

/** What a write makes stale, and what a kept answer is purged by. */
export const tags = [
  'categories',
  'configuration',
  'disturbance',
  'educations',
  'events',
  'exams',
  'gdpr',
  'licenses',
  'media',
  'occasions',
  'organizations',
  'people',
] as const
export type Tag = (typeof tags)[number]

/** Everything that a person's name may stand in, for writes after which it must stand nowhere. */
export const tagsNamingPeople = [
  'people',
  'educations',
  'occasions',
  'exams',
  'licenses',
  'media',
  'events',
] as const satisfies readonly Tag[]

/**
 * How the edge may keep an answer. `everyone`: the answer is the same for all who may call;
 * `members`: the same for all without a role, and never kept for people who hold one.
 */
export interface CacheRule {
  seconds: number
  audience: 'everyone' | 'members'
  tags: readonly Tag[]
  /** The answer carries texts in the reader's language; otherwise the handler is not even told which it is. */
  byLanguage?: true
}

/** What the edge may keep of a call, if anything. */
export const cacheRuleOf = (call: Call): CacheRule | null => (typeof call.cache === 'object' ? call.cache : null)

export const shared = (seconds: number, audience: CacheRule['audience'], ...tags: Tag[]): CacheRule => ({
  seconds,
  audience,
  tags,
})

export interface Call {
  who: Who
  /** Ids in the path are positive whole numbers; a path with anything else says so here. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The call is multipart: an optional part `file`, and the body as JSON in the part of this name. */
  multipart?: string
  /** That part is plain text, and no JSON. */
  partIsText?: true
  /** Megabytes that may be sent; absent: 1, and 25 for a multipart call. */
  bodyMb?: number
  /** Absent: the handler answers with a `Response` of its own (files, exports). */
  reply?: z.ZodType
  /** Absent: the answer is personal and kept by nobody, and carries an ETag; `never`: polled or secret, without one. */
  cache?: CacheRule | 'never'
  changes?: readonly Tag[]
  /** An `Idempotency-Key` makes repeating the write harmless; its answer is kept a day, so it must hold no secret. */
  repeatable?: true
  feature?: Feature
  /** Other systems with this permission may make the call too; absent: none may. */
  integration?: IntegrationPermission
  /** A person has to have proved who they are within five minutes, in this session; other systems have no session and are let off. */
  recentProof?: true
  /** Reachable although the password must be changed first (spec G-013). */
  whilePasswordExpired?: true
  /** Reachable while the session waits for one of these; no other call is, but those for `anyone`, which then take the caller for nobody. */
  signInSteps?: readonly SignInStep[]
  summary?: string
}

export type Contract = Record<CallName, Call>

/** Declares calls; each row says who may call, what goes in, what comes out and how long it may be kept. */
export const contract = <const C extends Contract>(calls: C): C => calls

type ParamNames<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type ParamsOf<Name, C> = C extends { params: infer P extends z.ZodType }
  ? z.output<P>
  : { [K in ParamNames<Name>]: number }
type Output<S, Absent> = S extends z.ZodType ? z.output<S> : Absent

/** What a handler is given. */
export interface InputOf<Name, C extends Call> {
  params: ParamsOf<Name, C>
  query: Output<C['query'], Record<never, never>>
  body: Output<C['body'], undefined>
  file: File | null
  request: Request | null
}

export type ReplyOf<C> = C extends { reply: infer R extends z.ZodType } ? z.output<R> : Response

type PartialQuery<S> = S extends z.ZodType ? { [K in keyof z.output<S>]?: z.output<S>[K] | undefined } : never

/** What a caller gives: only the parts the call has. */
export type ArgumentsOf<Name, C> = ([ParamNames<Name>] extends [never] ? unknown : { params: ParamsOf<Name, C> }) &
  (C extends { query: infer Q } ? { query?: PartialQuery<Q> } : unknown) &
  (C extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : unknown) &
  (C extends { multipart: string } ? { file?: File | Blob | null } : unknown)

export type RestOf<Name, C> =
  Record<never, never> extends ArgumentsOf<Name, C> ? [given?: ArgumentsOf<Name, C>] : [given: ArgumentsOf<Name, C>]
