import { readGrantedFile, respondClosed, respondToEntrance } from '#api/catalogue/packages/entrance.ts'
import { toMediaType } from '#api/catalogue/packages/media-types.ts'
import { findPackageFolder } from '#api/catalogue/packages/origins.ts'
import { findPathRefusal } from '#api/catalogue/packages/paths.ts'
import { servePortalFile } from '#api/catalogue/packages/portal-files.ts'
import { formatCoursePolicy, PORTAL_FOLDER } from '#api/catalogue/packages/rules.ts'
import { toContentKey } from '#api/catalogue/packages/storage.ts'
import type { Visitor } from '#api/context.ts'
import { createObjectResponse } from '#api/foundation/files/stored-object.ts'
import { submissionResponse } from '#api/participation/submissions/serve-content.ts'

/**
 * Content security policy of content. The sandbox also applies when the URL is opened directly. There is no
 * `frame-ancestors`: courses frame their own pages, and content has no session that framing could abuse.
 */
const policyFor = (portal: string, own: string) =>
  `sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-modals; ${formatCoursePolicy(own, portal)}`

const connections = {
  // Navigation is limited by the policy. This header blocks WebRTC connections, which no policy in Chromium blocks.
  'connection-allowlist': '("*://*:*/*");redirects=allow;webrtc=block',
}

/**
 * Policy of error answers. They are pages of the package's origin too, and a course could open one without a policy and
 * use its window. The sandbox gives it an opaque origin without access.
 */
const closedIn = { 'content-security-policy': "sandbox; default-src 'none'", 'x-content-type-options': 'nosniff' }

function courseHeaders(ctx: Visitor, own: string, path: string): Headers {
  return new Headers({
    'content-type': toMediaType(path),
    'content-security-policy': policyFor(ctx.env.PORTAL_ORIGIN, own),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    // The player's frame requires a policy of every page within it, error answers included.
    'allow-csp-from': ctx.env.PORTAL_ORIGIN,
    // Folders never change: a new version of a course is a new folder and a new origin. Private, since a shared cache
    // could serve it to people without a grant.
    'cache-control': 'private, max-age=31536000, immutable',
    'x-robots-tag': 'noindex',
    // A cached script must not be reused as a service worker.
    vary: 'service-worker',
  })
}

/** Returns the path of a file in a package; null for paths that no file can have. */
function pathAt(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname.slice(1))
    // Such paths are refused when a package is unpacked, and the file store would reject them.
    return findPathRefusal(path) ? null : path
  } catch {
    return null
  }
}

const notFound = () => new Response('Not found', { status: 404 })

async function packageFile(request: Request, url: URL, folder: string, ctx: Visitor): Promise<Response> {
  const { pathname, isGranted } = readGrantedFile(request, url, folder, ctx)
  const path = pathAt(pathname)
  const headersFor = () => courseHeaders(ctx, url.origin, path ?? '')
  if (path?.startsWith(PORTAL_FOLDER))
    return (await servePortalFile(request, path, headersFor(), ctx.env.PORTAL_ORIGIN)) ?? notFound()
  // Browsers send this header when they register a service worker, which would answer for the host without the course's
  // policy.
  if (request.headers.has('service-worker')) return notFound()
  if (!isGranted) return respondClosed(headersFor())
  if (path === null) return notFound()
  const key = toContentKey(folder, path)
  return (await createObjectResponse({ files: ctx.files, key, request, headersFor })) ?? notFound()
}

async function answered(request: Request, ctx: Visitor): Promise<Response> {
  const submitted = await submissionResponse(request, ctx)
  if (submitted) return submitted
  const url = new URL(request.url)
  const folder = findPackageFolder(url.host, ctx.env.CONTENT_ORIGIN)
  if (!folder) return notFound()
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  const headersFor = () => courseHeaders(ctx, url.origin, '')
  return respondToEntrance(request, url, folder, { ctx, headersFor }) ?? (await packageFile(request, url, folder, ctx))
}

async function answeredAnyhow(request: Request, ctx: Visitor): Promise<Response> {
  try {
    return await answered(request, ctx)
  } catch (error) {
    ctx.log.error('content.failed', error)
    return new Response('The file store does not answer', { status: 503, headers: { 'retry-after': '5' } })
  }
}

/**
 * Answers a request to the content origin: files of unpacked packages and submissions by their unguessable hosts, and
 * the portal's own pages beside a package's. Records the download of another person's submission. Never throws: 403 for
 * a package's file without a valid grant, 404 for an unknown host or file and for a service worker's script, 405 for
 * another method than GET or HEAD, and 503, which it logs, when the file store fails.
 */
export async function contentResponse(request: Request, ctx: Visitor): Promise<Response> {
  const response = await answeredAnyhow(request, ctx)
  const { headers } = response
  // Chromium 150 crashes when a PDF with this header is shown within a page.
  const isDocument = headers.get('content-type') === 'application/pdf'
  for (const [name, text] of Object.entries({ ...(isDocument ? {} : connections), ...closedIn }))
    if (!headers.has(name)) headers.set(name, text)
  return response
}
