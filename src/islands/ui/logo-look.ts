/** Classes by size; the pixels are in `theme/tokens.css`. */
const heights = {
  small: 'h-(--logo-small)',
  medium: 'h-(--logo-medium)',
  large: 'h-(--logo-large)',
  xlarge: 'h-(--logo-xlarge)',
}

export type LogoSize = keyof typeof heights

/**
 * Returns classes for both forms of the logo: `picture` for a federation's uploaded one, `mark` for the portal's own
 * drawing.
 */
export const logoLook = (size: LogoSize = 'medium') => ({
  picture: `${heights[size]} w-auto max-w-full object-contain`,
  mark: `${heights[size]} w-auto`,
})

/** The portal's own mark: paths in a square of 40, each with its colour class. */
export const markPaths = [
  { class: 'fill-on-accent', d: 'M11 8h5.5l-5 24H6z' },
  { class: 'fill-on-accent', d: 'M19.5 8H25l-5 24h-5.500z' },
  { class: 'fill-spark', d: 'M28 8h7l-1.250 6h-7zM26.750 14l-1.250 6h-7l1.250-6z' },
  { class: 'fill-on-accent', d: 'M33.750 14h-7l-1.250 6h7z' },
]
