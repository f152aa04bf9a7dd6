import type { Visitor } from '../context.ts'
import { mediaTypeOf } from './media-types.ts'
import { folderAt } from './origins.ts'

/** Where a package's file lies in the file store. */
export const contentKey = (folder: string, path: string) => `packages/${folder}/${path}`

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
    'worker-src blob:',
    "form-action 'none'",
    `base-uri ${own}`,
    "object-src 'none'",
  ].join('; ')

function headersFor(ctx: Visitor, own: string, path: string): Headers {
  return new Headers({
    'content-type': mediaTypeOf(path),
    'content-security-policy': policyFor(ctx.env.PORTAL_ORIGIN, own),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    // A folder is never written twice: a new version of a course is a new folder and so a new origin.
    'cache-control': 'public, max-age=31536000, immutable',
    'x-robots-tag': 'noindex',
  })
}

function wantedAt(url: URL, ctx: Visitor): { folder: string; path: string } | null {
  const folder = folderAt(url.host, ctx.env.CONTENT_ORIGIN)
  if (!folder || url.pathname === '/') return null
  try {
    return { folder, path: decodeURIComponent(url.pathname.slice(1)) }
  } catch {
    return null
  }
}

const notFound = () => new Response('Not found', { status: 404, headers: { 'x-content-type-options': 'nosniff' } })

/** `bytes a-b/size` of what was read, when a part was asked for. */
function rangeHeader(object: R2ObjectBody): string | null {
  const range = object.range
  if (!range || !('offset' in range || 'suffix' in range)) return null
  const offset = 'suffix' in range ? object.size - range.suffix : (range.offset ?? 0)
  const length = 'suffix' in range ? range.suffix : (range.length ?? object.size - offset)
  return `bytes ${offset}-${offset + length - 1}/${object.size}`
}

async function file(request: Request, ctx: Visitor, folder: string, path: string): Promise<Response> {
  const wanted = request.headers.get('range')
  const object = await ctx.files
    .get(contentKey(folder, path), { onlyIf: request.headers, ...(wanted ? { range: request.headers } : {}) })
    .catch(() => 'unsatisfiable' as const)
  if (object === 'unsatisfiable') return new Response(null, { status: 416 })
  if (!object) return notFound()
  const headers = headersFor(ctx, new URL(request.url).origin, path)
  headers.set('etag', object.httpEtag)
  if (!('body' in object)) return new Response(null, { status: 304, headers })
  const range = wanted ? rangeHeader(object) : null
  if (range) headers.set('content-range', range)
  return new Response(object.body, { status: range ? 206 : 200, headers })
}

/** Answers a request to the content origin: files of unpacked packages by their unguessable host, and nothing else. */
export async function contentResponse(request: Request, ctx: Visitor): Promise<Response> {
  const url = new URL(request.url)
  const wanted = wantedAt(url, ctx)
  if (!wanted) return notFound()
  if (request.method === 'HEAD') {
    const head = await ctx.files.head(contentKey(wanted.folder, wanted.path))
    if (!head) return notFound()
    const headers = headersFor(ctx, url.origin, wanted.path)
    headers.set('content-length', String(head.size))
    return new Response(null, { headers })
  }
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  return file(request, ctx, wanted.folder, wanted.path)
}
