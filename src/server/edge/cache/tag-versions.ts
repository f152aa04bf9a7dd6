import type { CacheTag } from '#api/calls.ts'
import type { CacheEpoch, Visitor } from '#api/context.ts'
import { markPurged } from '#api/foundation/purges/storage.ts'
import { dataCentreCache } from '#platform/cache.ts'

/**
 * Invalidates by cache tag. The row `purges` has a version for each tag, which grows with each invalidation. A request
 * with a session reads the row beside its session row. A request without one reads the copy that the last invalidation
 * in its data centre stored in the Cache API, and needs no database.
 */
type Versions = Partial<Record<CacheTag, number>>

/**
 * Creates the state of one request in the cache: no tag versions read, of the session or of the data centre, and no
 * tags used.
 */
export const createCacheEpoch = (): CacheEpoch => ({
  dataCentreVersions: null,
  sessionVersions: null,
  tagsUsed: new Set(),
})

/** Lifetime of the copy in the data centre's cache. */
const copySeconds = 86_400

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

/**
 * Whether each version is the required one or a later one. Both are lists of numbers, separated by spaces, for the same
 * tags in the same order.
 */
export function isAtLeast(versions: string, required: string): boolean {
  if (versions === required) return true
  const actual = versions.split(' ')
  return required.split(' ').every((version, index) => Number(actual[index]) >= Number(version))
}

/** URL of the copy: on the portal's own origin, the same for every host of a request. */
const addressOf = ({ PORTAL_ORIGIN }: Env) => `${PORTAL_ORIGIN}/.edge/versions`

async function readDataCentre(env: Env): Promise<string> {
  const stored = await dataCentreCache().match(addressOf(env))
  return stored ? await stored.text() : '{}'
}

/** Writes the copy with the later version of each tag, so that a slow invalidation does not undo a faster one. */
async function writeDataCentre(env: Env, text: string): Promise<void> {
  const versions: Versions = { ...parse(text) }
  for (const [tag, version] of Object.entries(parse(await readDataCentre(env))) as [CacheTag, number][])
    versions[tag] = Math.max(version, versions[tag] ?? 0)
  const headers = { 'cache-control': `public, max-age=${copySeconds}` }
  await dataCentreCache().put(addressOf(env), new Response(JSON.stringify(versions), { headers }))
}

/**
 * Returns the versions of these tags in their order, separated by spaces; 0 for a tag that was never invalidated.
 *
 * With a session they are those of its row or, before it is read, those that `assumeVersions` has set; these tags are
 * noted, for `confirmVersions`, which the session middleware calls. Without a session they are the data centre's copy,
 * read once a request without the database.
 */
export async function getTagVersions({ cacheEpoch, env }: Visitor, tags: readonly CacheTag[]): Promise<string> {
  if (cacheEpoch.sessionVersions === null) {
    cacheEpoch.dataCentreVersions ??= readDataCentre(env)
    return versionsIn(await cacheEpoch.dataCentreVersions, tags)
  }
  for (const tag of tags) cacheEpoch.tagsUsed.add(tag)
  return versionsIn(cacheEpoch.sessionVersions, tags)
}

/**
 * Starts a request with the tag versions that this isolate read last beside a session row; with none where it has read
 * no row yet, and then reads those of the data centre.
 *
 * Called when a request begins with a remembered session row, before any `getTagVersions`. When the row has been read,
 * the caller passes its versions to `confirmVersions`.
 */
export function assumeVersions(epoch: CacheEpoch): void {
  epoch.sessionVersions = lastKnown
}

/**
 * Adopts the versions of a session row, the JSON of its tags, for this request and for later assumptions.
 *
 * Returns false when the request has used other versions of a tag since `assumeVersions`, and so must be answered a
 * second time; the new versions are adopted all the same. Returns true when nothing was assumed, also after use of the
 * data centre's versions.
 */
export function confirmVersions(epoch: CacheEpoch, versions: string): boolean {
  const assumed = epoch.sessionVersions
  epoch.sessionVersions = versions
  lastKnown = versions
  if (assumed === null || assumed === versions) return true
  return versionsIn(assumed, epoch.tagsUsed) === versionsIn(versions, epoch.tagsUsed)
}

/**
 * Makes every cached response with one of these tags stale: at once for requests with a session and in this data
 * centre, elsewhere when its lifetime ends.
 *
 * Writes the new versions to the row `purges` in a transaction of its own, then to the data centre's copy; later reads
 * of this request use them. Repeated tags count once; no tags write nothing. Rejects when a write fails. If only the
 * copy failed, the row has the new versions: responses are stale for requests with a session, and may stay fresh for
 * others until their lifetime ends.
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
