import { pageCopiesCache } from '../client/page-copies.ts'
import type { CopiedPage } from './offline-page.ts'
import { atHeader, decideCopy, isStorable, markAsCopy, maxCopies, untilHeader } from './page-copy.ts'

async function deleteOldCopies(copies: Cache): Promise<void> {
  const stored = await Promise.all((await copies.keys()).map(async (key) => ({ key, copy: await copies.match(key) })))
  const valid = stored.filter(({ copy }) => copy && isStorable(copy.headers, Date.now()))
  const surplus = valid.slice(0, Math.max(0, valid.length - maxCopies))
  for (const one of stored) if (!valid.includes(one) || surplus.includes(one)) await copies.delete(one.key)
}

/** Key of a copy: the URL without search, since the list is the same. */
const copyKey = (url: string) => new URL(url).pathname

async function storeCopy(copies: Cache, url: string, answer: Response): Promise<void> {
  const verdict = decideCopy(answer, Date.now())
  if (verdict === 'leave') return
  await copies.delete(copyKey(url))
  if (verdict === 'keep') {
    const headers = new Headers(answer.headers)
    headers.set(atHeader, new Date().toISOString())
    await copies.put(copyKey(url), new Response(await answer.text(), { headers }))
  }
  await deleteOldCopies(copies)
}

/** The answer of a request, and when its copy is stored; neither waits for the other. */
interface StoredAnswer {
  answer: Promise<Response>
  /** Settles without an error, also when nothing is stored. */
  stored: Promise<void>
}

/**
 * Requests a page and stores a copy of its answer, when `decideCopy` keeps it; it then replaces or removes the earlier
 * copy. The cache is opened before the request: copies that are deleted until the answer arrives, as at sign-out, leave
 * this one in a cache that nobody can open.
 *
 * Returns two promises: `answer`, which rejects as the request does, and `stored`, which ignores failures.
 */
export async function storeAnswer(url: string, request: () => Promise<Response>): Promise<StoredAnswer> {
  const copies = await caches.open(pageCopiesCache).catch(() => null)
  const answer = request()
  const stored = answer.then((one) => (copies ? storeCopy(copies, url, one.clone()) : undefined)).catch(() => undefined)
  return { answer, stored }
}

/**
 * Returns the copy of a page, whatever the URL's search, marked as a copy with its time; null when there is none that
 * may still be shown. Deletes old and surplus copies first, and rejects when the browser gives no cache.
 */
export async function readCopy(url: string): Promise<Response | null> {
  const copies = await caches.open(pageCopiesCache)
  await deleteOldCopies(copies)
  const copy = await copies.match(copyKey(url))
  if (!copy) return null
  const html = markAsCopy(await copy.text(), copy.headers.get(atHeader) ?? '')
  const headers = new Headers(copy.headers)
  for (const name of [atHeader, untilHeader, 'content-length', 'content-encoding']) headers.delete(name)
  return new Response(html, { headers })
}

/**
 * Lists the pages that have a copy which may still be shown, in the order in which they were stored, with their titles.
 * Deletes old and surplus copies first, and rejects when the browser gives no cache.
 */
export async function listCopies(): Promise<CopiedPage[]> {
  const copies = await caches.open(pageCopiesCache)
  await deleteOldCopies(copies)
  return Promise.all(
    (await copies.keys()).map(async (key) => {
      const html = (await (await copies.match(key))?.text()) ?? ''
      const { pathname: path } = new URL(key.url)
      return { path, title: /<title>([^<]*)<\/title>/i.exec(html)?.[1] ?? path }
    }),
  )
}
