import { findPackageFolder } from '#api/catalogue/packages/origins.ts'
import type { Visitor } from '#api/context.ts'
import { contentDisposition } from '#api/foundation/files/rules.ts'
import { createObjectResponse } from '#api/foundation/files/stored-object.ts'
import { isDownloadable } from '#api/foundation/scans/rules.ts'
import { parseSubmissionKey, toStorageKey, verifyReader } from './content-url.ts'
import { recordDownload } from './record-download.ts'
import { toFileDisplay } from './rules.ts'
import { findVersionByKey } from './storage.ts'

type Version = NonNullable<Awaited<ReturnType<typeof findVersionByKey>>>

/**
 * Returns the content security policy: no scripts, no loading, frames only in the portal. A document gets no sandbox,
 * since browsers display no PDF in one; its origin serves this one file only.
 */
function policyFor(portal: string, own: string, contentType: string): string {
  const isDocument = toFileDisplay(contentType) === 'document'
  return [
    "default-src 'none'",
    `img-src ${own}`,
    `media-src ${own}`,
    "style-src 'unsafe-inline'",
    ...(isDocument ? [`object-src ${own}`] : ['sandbox']),
    `frame-ancestors ${portal}`,
  ].join('; ')
}

function headersFor(ctx: Visitor, url: URL, { contentType, name }: Version): Headers {
  const isText = contentType === 'text/plain'
  const inPlace = toFileDisplay(contentType) !== 'none' && !url.searchParams.has('download')
  return new Headers({
    'content-type': isText ? 'text/plain; charset=utf-8' : contentType,
    'content-disposition': contentDisposition(name, inPlace),
    'content-security-policy': policyFor(ctx.env.PORTAL_ORIGIN, url.origin, contentType),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // A sandboxed video requests itself from an opaque origin.
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'private, max-age=1800',
    'x-robots-tag': 'noindex',
  })
}

const notFound = () => new Response('Not found', { status: 404, headers: { 'x-content-type-options': 'nosniff' } })

/**
 * Serves a submission's file on its own host by its signed URL, without a session, and records a reading by another
 * person than the author. Null for hosts that are not of submissions; 404 for an invalid signature, an infected or a
 * missing file; 405 for other methods than GET and HEAD.
 */
export async function submissionResponse(request: Request, ctx: Visitor): Promise<Response | null> {
  const url = new URL(request.url)
  const key = parseSubmissionKey(findPackageFolder(url.host, ctx.env.CONTENT_ORIGIN))
  if (key === null) return null
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  const reader = verifyReader(ctx.env.SESSION_SECRET, key, url.searchParams, ctx.now)
  const version = reader && (await findVersionByKey(ctx.db, key))
  if (!version || !isDownloadable(version.scan)) return notFound()
  if (reader.id !== version.userId)
    await ctx.db.commit([recordDownload(ctx, { ...version, fileName: version.name }, reader.id)])
  const headersOf = () => headersFor(ctx, url, version)
  const objectRequest = { files: ctx.files, key: toStorageKey(version.key), request, headersFor: headersOf }
  return (await createObjectResponse(objectRequest)) ?? notFound()
}
