import { scripts } from 'virtual:content-scripts'
import { PORTAL_FOLDER } from './rules.ts'

const immutable = 'public, max-age=31536000, immutable'
const NAME = /^([a-z0-9-]+)(?:\.([0-9a-f]{16}))?\.(js|html)$/

/** Names of the pages that only load their script, which reads its parameters from the fragment. */
const PAGES: readonly string[] = ['scorm12', 'scorm2004', 'returned', 'watch']

const renderPage = (name: string, version: string, portal: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="portal" content="${portal}"><title></title>
<style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style>
<script src="/${PORTAL_FOLDER}${name}.${version}.js" defer></script></head><body></body></html>`

interface PortalFile {
  type: string
  etag: string
  isImmutable: boolean
  body: () => Promise<string>
}

/**
 * Returns a portal file by its path, or null. A script with its version in the name is immutable; by its bare name,
 * which a service worker needs, it is revalidated.
 */
function findFile(path: string, portal: string): PortalFile | null {
  const [, name = '', version, extension] = NAME.exec(path.slice(PORTAL_FOLDER.length)) ?? []
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined
  if (!script || (version && version !== script.version)) return null
  const etag = `"${script.version}"`
  if (extension === 'js')
    return {
      type: 'text/javascript; charset=utf-8',
      etag,
      isImmutable: version !== undefined,
      body: async () => (await script.load()).code,
    }
  if (version || !PAGES.includes(name)) return null
  return {
    type: 'text/html; charset=utf-8',
    etag: `"${script.version}-${encodeURIComponent(portal)}"`,
    isImmutable: false,
    body: async () => renderPage(name, script.version, portal),
  }
}

/**
 * Serves a file of the portal on the content origin, or returns null when there is none of that name. `path` is the
 * decoded path of the URL without its first slash; `portal` is the origin that its pages exchange messages with. Adds
 * its own headers to `headers`, which the response gets; answers 304 to a known ETag, and without a body to HEAD.
 */
export async function servePortalFile(
  request: Request,
  path: string,
  headers: Headers,
  portal: string,
): Promise<Response | null> {
  const file = findFile(path, new URL(portal).origin)
  if (!file) return null
  headers.set('content-type', file.type)
  headers.set('etag', file.etag)
  headers.set('cache-control', file.isImmutable ? immutable : 'no-cache')
  // Lets a service worker of the portal control the whole origin of its package.
  headers.set('service-worker-allowed', '/')
  if (request.headers.get('if-none-match')?.includes(file.etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : await file.body(), { headers })
}
