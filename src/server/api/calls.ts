import type { z } from 'zod'
import type { CallerGroup, IntegrationAccess, SignInStep } from './actor.ts'
import type { Feature } from './features.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type CallName = `${Method} /${string}`

/** Cache tags: a write invalidates the tags that it changes, and a cached response is purged with its tags. */
export const cacheTags = [
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
export type CacheTag = (typeof cacheTags)[number]

/**
 * Tags of every response that can contain a person's name. A write that must remove a name everywhere, such as an
 * erasure, invalidates them all.
 */
export const personNameTags = [
  'people',
  'educations',
  'occasions',
  'exams',
  'licenses',
  'media',
  'events',
] as const satisfies readonly CacheTag[]

/**
 * Rule for caching a response at the edge. With `everyone` all callers get the same response; with `members` all
 * members without a role do, and responses to callers with a role or to external callers, who are offered fewer dates,
 * are never cached.
 */
export interface CacheRule {
  seconds: number
  audience: 'everyone' | 'members'
  tags: readonly CacheTag[]
  /**
   * The response contains texts in the caller's language. Without it the handler does not get the language of the
   * request.
   */
  byLanguage?: true
}

/**
 * Returns the cache rule of a call; null when its responses are not cached at the edge, also for a cache of `never`.
 */
export const getCacheRule = (call: Call): CacheRule | null => (typeof call.cache === 'object' ? call.cache : null)

/** Builds a cache rule: seconds, audience and the tags that invalidate the response. */
export const sharedCache = (seconds: number, audience: CacheRule['audience'], ...tags: CacheTag[]): CacheRule => ({
  seconds,
  audience,
  tags,
})

export interface Call {
  who: CallerGroup
  /** Needed only when a path parameter is not an id: ids are positive whole numbers by default. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Set for a multipart call: an optional part `file`, and the body as JSON in the part of this name. */
  multipart?: string
  /** The body part of a multipart call is plain text instead of JSON. */
  partIsText?: true
  /** Maximum size of the request in megabytes; absent: 1, and 25 for a multipart call. */
  bodyMb?: number
  /** Absent when the handler returns a `Response` of its own (files, exports). */
  reply?: z.ZodType
  /**
   * Absent: the response is personal, is not cached and has an ETag. `never`: the same without an ETag, for responses
   * that are polled or secret.
   */
  cache?: CacheRule | 'never'
  changes?: readonly CacheTag[]
  /**
   * The call accepts an `Idempotency-Key`, so that it can be repeated safely. Its response is stored for a day, so it
   * must not contain secrets.
   */
  repeatable?: true
  feature?: Feature
  /** Integration accounts with this permission and resource may make the call too; absent: none may. */
  integration?: IntegrationAccess
  /**
   * The caller must have authenticated in this session within the last five minutes. Integration accounts have no
   * session and are exempt.
   */
  recentProof?: true
  /** The call can be made although the password must be changed first (spec G-013). */
  whilePasswordExpired?: true
  /**
   * Sign-in steps during which the call can be made. Without it, a session with a pending step is refused, or treated
   * as signed out where `who` is `anyone`.
   */
  signInSteps?: readonly SignInStep[]
  summary?: string
}

export type Contract = Record<CallName, Call>

/**
 * Declares the calls of a slice, and returns them unchanged with their literal types; each row names callers, input,
 * reply and cache rule.
 */
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

/** Input of a handler, parsed by the call's schemas. */
export interface CallInput<Name, C extends Call> {
  params: ParamsOf<Name, C>
  query: Output<C['query'], Record<never, never>>
  body: Output<C['body'], undefined>
  file: File | null
  request: Request | null
}

export type CallReply<C> = C extends { reply: infer R extends z.ZodType } ? z.output<R> : Response

type PartialQuery<S> = S extends z.ZodType ? { [K in keyof z.output<S>]?: z.output<S>[K] | undefined } : never

/** Arguments of a client call; only the parts that the call declares. */
export type CallArguments<Name, C> = ([ParamNames<Name>] extends [never] ? unknown : { params: ParamsOf<Name, C> }) &
  (C extends { query: infer Q } ? { query?: PartialQuery<Q> } : unknown) &
  (C extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : unknown) &
  (C extends { multipart: string } ? { file?: File | Blob | null } : unknown)

export type CallParameters<Name, C> =
  Record<never, never> extends CallArguments<Name, C>
    ? [input?: CallArguments<Name, C>]
    : [input: CallArguments<Name, C>]
