import { type RenditionWidth, renditionWidths } from '#api/foundation/files/renditions/rules.ts'

/** Returns the address of a stored picture in a width in pixels; it may be served wider. */
export const pictureAddress = (url: string, width: RenditionWidth) =>
  `${url}${url.includes('?') ? '&' : '?'}width=${width}`

/** Returns the `srcset` of a stored picture in its widths up to the widest. */
export const toSrcset = (url: string, widest: RenditionWidth) =>
  renditionWidths
    .filter((width) => width <= widest)
    .map((width) => `${pictureAddress(url, width)} ${width}w`)
    .join(', ')
