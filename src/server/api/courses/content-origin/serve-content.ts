import { closedResponse, entranceResponse, grantedFile } from '#api/catalogue/packages/entrance.ts'
import { mediaTypeOf } from '#api/catalogue/packages/media-types.ts'
import { folderAt } from '#api/catalogue/packages/origins.ts'
import { refusePath } from '#api/catalogue/packages/paths.ts'
import { portalFileResponse } from '#api/catalogue/packages/portal-files.ts'
import { coursePolicy, PORTAL_FOLDER } from '#api/catalogue/packages/rules.ts'
import { contentKey } from '#api/catalogue/packages/storage.ts'
import type { Visitor } from '#api/context.ts'
import { submissionResponse } from '#api/participation/submissions/serve-content.ts'
import { storedObjectResponse } from '#platform/stored-object.ts'

/**
 * The sandbox holds even when somebody opens the address directly. No `frame-ancestors`: courses frame their own pages, and
 * a file that acts for nobody gains nothing by being framed.
 */
const policyFor = (portal: string, own: string) =>
  `sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-modals; ${coursePolicy(own, portal)}`

const connections = {
  // Where it may go is the policy's to say; this closes lines between browsers, which no policy in Chromium does.
  'connection-allowlist': '("*://*:*/*");redirects=allow;webrtc=block',
}

/**
 * An answer that is no file is still a page of the package's origin, whose window the course could use as it likes: without
 * a policy it was a room with an open door. In a sandbox of nobody's origin it holds nothing that the course could
 * reach for.
 */
const closedIn = { 'content-security-policy': "sandbox; default-src 'none'", 'x-content-type-options': 'nosniff' }

function courseHeaders(ctx: Visitor, own: string, path: string): Headers {
  return new Headers({
    'content-type': mediaTypeOf(path),
    'content-security-policy': policyFor(ctx.env.PORTAL_ORIGIN, own),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    // The player's frame demands a policy of everything within it, also of what is not answered here.
    'allow-csp-from': ctx.env.PORTAL_ORIGIN,
    // A folder is never written twice: a new version of a course is a new folder and so a new origin.
    // It is the learner's own copy: no shared cache may hand it to somebody without a grant.
    'cache-control': 'private, max-age=31536000, immutable',
    'x-robots-tag': 'noindex',
    // A browser that holds a script must not take it for one that was handed out to become a service worker.
    vary: 'service-worker',
  })
}

/** The path of a file of a package, or null where no file can be. */
function pathAt(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname.slice(1))
    // What could not be unpacked is not there; the store would not even take it for a name.
    return refusePath(path) ? null : path
  } catch {
    return null
  }
}

const notFound = () => new Response('Not found', { status: 404 })

async function packageFile(request: Request, url: URL, folder: string, ctx: Visitor): Promise<Response> {
  const { pathname, isGranted } = grantedFile(request, url, folder, ctx)
  const path = pathAt(pathname)
  const headersFor = () => courseHeaders(ctx, url.origin, path ?? '')
  if (path?.startsWith(PORTAL_FOLDER))
    return (await portalFileResponse(request, path, headersFor(), ctx.env.PORTAL_ORIGIN)) ?? notFound()
  // Browsers say so when they fetch it. It would answer in the place of the host, without the policy that holds the course.
  if (request.headers.has('service-worker')) return notFound()
  if (!isGranted) return closedResponse(headersFor())
  if (path === null) return notFound()
  const key = contentKey(folder, path)
  return (await storedObjectResponse({ files: ctx.files, key, request, headersFor })) ?? notFound()
}

async function answered(request: Request, ctx: Visitor): Promise<Response> {
  const submitted = await submissionResponse(request, ctx)
  if (submitted) return submitted
  const url = new URL(request.url)
  const folder = folderAt(url.host, ctx.env.CONTENT_ORIGIN)
  if (!folder) return notFound()
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  const headersFor = () => courseHeaders(ctx, url.origin, '')
  return entranceResponse(request, url, folder, { ctx, headersFor }) ?? (await packageFile(request, url, folder, ctx))
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
 * Answers a request to the content origin: files of unpacked packages and submissions by their
 * unguessable hosts, the portal's own beside a package's, and nothing else.
 */
export async function contentResponse(request: Request, ctx: Visitor): Promise<Response> {
  const response = await answeredAnyhow(request, ctx)
  const { headers } = response
  // Chromium 150, told to know the list, ends with all its windows when a PDF with one is shown within a page.
  const isDocument = headers.get('content-type') === 'application/pdf'
  for (const [name, text] of Object.entries({ ...(isDocument ? {} : connections), ...closedIn }))
    if (!headers.has(name)) headers.set(name, text)
  return response
}
