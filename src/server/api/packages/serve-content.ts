import { storedObjectResponse } from '#platform/stored-object.ts'
import type { Visitor } from '../context.ts'
import { submissionResponse } from '../submissions/serve-content.ts'
import { mediaTypeOf } from './media-types.ts'
import { folderAt } from './origins.ts'
import { refusePath } from './paths.ts'
import { PORTAL_FOLDER, portalFileResponse } from './portal-files.ts'
import { contentKey } from './storage.ts'

/**
 * What a course may do: run its own scripts and talk to itself and the record store, and nothing else. The sandbox holds
 * even when somebody opens the address directly. No `frame-ancestors`: courses frame their own pages, and a file that acts
 * for nobody gains nothing by being framed.
 */
const policyFor = (portal: string, own: string) =>
  [
    'sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-modals',
    `default-src ${own} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    `connect-src ${own} ${portal}/api/articulate/ data: blob:`,
    // A package may spread its work over workers, but only the portal's own service worker stands between it and the network.
    `worker-src ${own}/${PORTAL_FOLDER} blob:`,
    "form-action 'none'",
    `base-uri ${own}`,
    "object-src 'none'",
  ].join('; ')

function courseHeaders(ctx: Visitor, own: string, path: string): Headers {
  return new Headers({
    'content-type': mediaTypeOf(path),
    'content-security-policy': policyFor(ctx.env.PORTAL_ORIGIN, own),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    // A folder is never written twice: a new version of a course is a new folder and so a new origin.
    'cache-control': 'public, max-age=31536000, immutable',
    'x-robots-tag': 'noindex',
  })
}

function wantedAt(url: URL, ctx: Visitor): { folder: string; path: string } | null {
  const folder = folderAt(url.host, ctx.env.CONTENT_ORIGIN)
  if (!folder || url.pathname === '/') return null
  try {
    const path = decodeURIComponent(url.pathname.slice(1))
    // What could not be unpacked is not there; the store would not even take it for a name.
    return refusePath(path) ? null : { folder, path }
  } catch {
    return null
  }
}

const notFound = () => new Response('Not found', { status: 404, headers: { 'x-content-type-options': 'nosniff' } })

/**
 * Answers a request to the content origin: files of unpacked packages and submissions by their
 * unguessable hosts, the portal's own beside a package's, and nothing else.
 */
export async function contentResponse(request: Request, ctx: Visitor): Promise<Response> {
  const submitted = await submissionResponse(request, ctx)
  if (submitted) return submitted
  const url = new URL(request.url)
  const wanted = wantedAt(url, ctx)
  if (!wanted) return notFound()
  const { folder, path } = wanted
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  const headersFor = () => courseHeaders(ctx, url.origin, path)
  if (path.startsWith(PORTAL_FOLDER)) return (await portalFileResponse(request, path, headersFor())) ?? notFound()
  return (
    (await storedObjectResponse({ files: ctx.files, key: contentKey(folder, path), request, headersFor })) ?? notFound()
  )
}
