import type { CacheTag } from '#api/calls.ts'
import type { CacheEpoch, Visitor } from '#api/context.ts'
import { markPurged } from '#api/foundation/purges/storage.ts'
import { dataCentreCache } from '#platform/cache.ts'

/**
 * Invalidation by cache tag. The row `purges` holds a version for each tag, which grows with each invalidation. A request with a
 * session reads the row beside its session row. A request without one reads the copy that the last invalidation in its data
 * centre left in the Cache API, and needs no database.
 */
type Versions = Partial<Record<CacheTag, number>>

export const newCacheEpoch = (): CacheEpoch => ({
  dataCentreVersions: null,
  sessionVersions: null,
  tagsUsed: new Set(),
})

/** Lifetime of the copy in the data centre's cache. */
const secondsKept = 86_400

/** The versions that this isolate read last beside a session row. */
let lastKnown: string | null = null
let parsed: { text: string; versions: Versions } = { text: '{}', versions: {} }

function parse(text: string): Versions {
  if (parsed.text !== text) parsed = { text, versions: JSON.parse(text) as Versions }
  return parsed.versions
}

const versionsIn = (text: string, tags: Iterable<CacheTag>): string => {
  const versions = parse(text)
  return Array.from(tags, (tag) => versions[tag] ?? 0).join(' ')
}

/** Whether each version is the required one or a later one. */
export function isAtLeast(versions: string, required: string): boolean {
  if (versions === required) return true
  const given = versions.split(' ')
  return required.split(' ').every((version, index) => Number(given[index]) >= Number(version))
}

/** The portal's own origin: the same for all who read and write, however they reached it. */
const addressOf = ({ PORTAL_ORIGIN }: Env) => `${PORTAL_ORIGIN}/.edge/versions`

async function readDataCentre(env: Env): Promise<string> {
  const found = await dataCentreCache().match(addressOf(env))
  return found ? await found.text() : '{}'
}

/** A slower invalidation must not undo a faster one: of each tag the later version stays. */
async function writeDataCentre(env: Env, text: string): Promise<void> {
  const versions: Versions = { ...parse(text) }
  for (const [tag, version] of Object.entries(parse(await readDataCentre(env))) as [CacheTag, number][])
    versions[tag] = Math.max(version, versions[tag] ?? 0)
  const headers = { 'cache-control': `public, max-age=${secondsKept}` }
  await dataCentreCache().put(addressOf(env), new Response(JSON.stringify(versions), { headers }))
}

/** The versions of these tags that a request knows; all its cached responses are judged by one reading. */
export async function versionsFor({ cacheEpoch, env }: Visitor, tags: readonly CacheTag[]): Promise<string> {
  if (cacheEpoch.sessionVersions === null) {
    cacheEpoch.dataCentreVersions ??= readDataCentre(env)
    return versionsIn(await cacheEpoch.dataCentreVersions, tags)
  }
  for (const tag of tags) cacheEpoch.tagsUsed.add(tag)
  return versionsIn(cacheEpoch.sessionVersions, tags)
}

/** Begins a request with the versions that this isolate read last beside a session row. */
export function assumeVersions(epoch: CacheEpoch): void {
  epoch.sessionVersions = lastKnown
}

/** Takes the versions of a session row; false when the request has used other versions of a tag. */
export function confirmVersions(epoch: CacheEpoch, versions: string): boolean {
  const assumed = epoch.sessionVersions
  epoch.sessionVersions = versions
  lastKnown = versions
  if (assumed === null || assumed === versions) return true
  return versionsIn(assumed, epoch.tagsUsed) === versionsIn(versions, epoch.tagsUsed)
}

/**
 * Makes every cached response with one of these tags stale: at once for requests with a session and in this data centre, for
 * everybody else when its seconds are over.
 */
export async function invalidate(
  { env, db, cacheEpoch }: Pick<Visitor, 'env' | 'db' | 'cacheEpoch'>,
  all: readonly CacheTag[],
) {
  const tags = [...new Set(all)]
  if (tags.length === 0) return
  const versions = await markPurged(db, tags, Date.now())
  await writeDataCentre(env, versions)
  cacheEpoch.dataCentreVersions = null
  confirmVersions(cacheEpoch, versions)
}
