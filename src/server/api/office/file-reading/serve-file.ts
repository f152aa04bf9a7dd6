import type { Visitor } from '#api/context.ts'
import {
  chooseRendition,
  type RenditionWidth,
  renditionType,
  toRenditionKey,
} from '#api/foundation/files/renditions/rules.ts'
import { contentDisposition, contentSecurityPolicy, isDisplayable } from '#api/foundation/files/rules.ts'
import type { StoredFile } from '#api/foundation/files/storage.ts'
import { createObjectResponse } from '#api/foundation/files/stored-object.ts'
import { Refused } from '#api/refusals.ts'

interface FileRequest {
  isDownload: boolean
  /** Wanted width in pixels; the original when undefined. */
  width: RenditionWidth | undefined
  /** Null inside the portal. */
  request: Request | null
}

const lifetimes = {
  // The content of an address never changes, so public files can be cached for a year.
  open: 'public, max-age=31536000, immutable',
  signed: 'private, max-age=21600',
  /** Of an original that is served until its renditions have been made. */
  standIn: 'public, max-age=3600',
}

const headersOf = (file: Pick<StoredFile, 'contentType' | 'name'>, isDownload: boolean, lifetime: string) => ({
  'content-type': file.contentType,
  'content-disposition': contentDisposition(file.name, isDisplayable(file.contentType) && !isDownload),
  'x-content-type-options': 'nosniff',
  'content-security-policy': contentSecurityPolicy(file.contentType),
  'cache-control': lifetime,
})

function lifetimeOf({ visibility, purpose, renditionWidths }: StoredFile, width: RenditionWidth | undefined): string {
  if (visibility !== 'Public') return lifetimes.signed
  const isStandIn = width !== undefined && purpose === 'EducationPicture' && renditionWidths === null
  return isStandIn ? lifetimes.standIn : lifetimes.open
}

async function serveRendition(ctx: Visitor, file: StoredFile, { isDownload, width, request }: FileRequest) {
  const renditionWidth = width === undefined ? null : chooseRendition(file.renditionWidths ?? [], width)
  if (renditionWidth === null) return null
  const rendition = { contentType: renditionType, name: file.name.replace(/(?:\.\w+)?$/, '.webp') }
  const headersFor = () => headersOf(rendition, isDownload, lifetimeOf(file, width))
  return createObjectResponse({ files: ctx.files, key: toRenditionKey(file.key, renditionWidth), request, headersFor })
}

/**
 * Responds with a stored file, or with its rendition (a smaller WebP picture) that fits the wanted width, also by byte
 * range. Access is not checked. Conditions of the request give 304 or 412, as in `createObjectResponse`. Files that are
 * not public are cached by the browser alone. The original stands in for a rendition that has not been made.
 *
 * @throws Refused('not_found') when the file store has no such object.
 */
export async function serveFile(ctx: Visitor, file: StoredFile, fileRequest: FileRequest): Promise<Response> {
  const { isDownload, width, request } = fileRequest
  const rendition = await serveRendition(ctx, file, fileRequest)
  if (rendition) return rendition
  const headersFor = () => headersOf(file, isDownload, lifetimeOf(file, width))
  const response = await createObjectResponse({ files: ctx.files, key: file.key, request, headersFor })
  if (!response) throw new Refused('not_found')
  return response
}
