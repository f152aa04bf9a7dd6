import { type RenditionWidth, renditionWidths } from '#api/foundation/files/renditions/rules.ts'

/**
 * Returns the URL of a stored picture scaled to a width in pixels, as the parameter `width`. The URL may have a query
 * already. The server may send a wider picture. Only for URLs of stored files: others ignore the parameter.
 */
export const toPictureUrl = (url: string, width: RenditionWidth) =>
  `${url}${url.includes('?') ? '&' : '?'}width=${width}`

/** Returns the `srcset` of a stored picture: its URL in each width of `renditionWidths` up to `widest`. */
export const toSrcset = (url: string, widest: RenditionWidth) =>
  renditionWidths
    .filter((width) => width <= widest)
    .map((width) => `${toPictureUrl(url, width)} ${width}w`)
    .join(', ')
