import type { PictureType } from '../rules.ts'

/** Widths of renditions in pixels: a thumbnail, a card or a phone, and a card or a phone with a dense screen. */
export const renditionWidths = [320, 640, 1280] as const
export type RenditionWidth = (typeof renditionWidths)[number]

export const renditionType = 'image/webp'

/** Kinds that are rendered. A GIF may move, and an SVG is sharp at any width. */
export const renderedTypes: ReadonlySet<string> = new Set<PictureType>(['image/jpeg', 'image/png', 'image/webp'])

const animationFlag = 0x02

/**
 * Whether a WebP is animated, which its renditions would not be: by the flag of its first chunk, when that is the
 * extended one. `bytes` are the first 21 or more of the file; false for other files.
 */
export const isMoving = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(12, 16)) === 'VP8X' && ((bytes[20] ?? 0) & animationFlag) !== 0

/**
 * Returns the key of a rendition, `<key>.<width>.webp`, which the trigger `stored_files_renditions_removed` builds as
 * well.
 */
export const toRenditionKey = (key: string, width: number) => `${key}.${width}.webp`

/** Returns the key of the original and the width; null for the key of an original. */
export function parseRenditionKey(renditionKey: string): { key: string; width: number } | null {
  const [, key, width] = /^(.+)\.(\d+)\.webp$/.exec(renditionKey) ?? []
  return key === undefined || width === undefined ? null : { key, width: Number(width) }
}

/**
 * Returns those of `renditionWidths` (pixels) in which a picture is rendered, the narrowest first: the ones that are
 * smaller than its `width`. One that equals its width is among them too, unless the picture is a WebP, which needs
 * none. It is never enlarged; empty for a picture that is narrower than all.
 */
export const widthsOf = ({ width, contentType }: { width: number; contentType: string }): RenditionWidth[] =>
  renditionWidths.filter((one) => one < width || (one === width && contentType !== renditionType))

/**
 * Returns the narrowest rendition of at least the wanted width; null when none is so wide, and the original is served.
 */
export const chooseRendition = (widths: readonly number[], requestedWidth: RenditionWidth): number | null =>
  widths.toSorted((a, b) => a - b).find((width) => width >= requestedWidth) ?? null
