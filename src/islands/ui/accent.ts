/** Colours of one scheme, computed from the federation's accent colour. */
export interface AccentRoles {
  accent: string
  'accent-hover': string
  'on-accent': string
  'accent-ink': string
  'on-accent-ink': string
  'accent-soft': string
}

interface Oklch {
  l: number
  c: number
  h: number
}

/** Extremes of the neutral backgrounds in theme/tokens.css on which accent-coloured text may be placed. */
const backgrounds = { light: '#eef0f3', dark: '#262b34' }

export const defaultAccent = '1450d2'
/** True for an accent colour as the configuration stores it: six hexadecimal digits without `#`. */
export const isAccent = (value: string) => /^[0-9a-f]{6}$/i.test(value)

const channels = (hex: string) =>
  [0, 2, 4].map((at) => Number.parseInt(hex.replace('#', '').slice(at, at + 2), 16) / 255)
const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const fromLinear = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = channels(hex).map(toLinear)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/**
 * Returns the WCAG 2 contrast of two colours of six hexadecimal digits, with or without `#`: 1 to 21, in either order.
 */
export function contrast(a: string, b: string) {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

// Matrices: https://bottosson.github.io/posts/oklab/
function toOklch(hex: string): Oklch {
  const [r = 0, g = 0, b = 0] = channels(hex).map(toLinear)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(A, B), h: Math.atan2(B, A) }
}

function toLinearRgb({ l, c, h }: Oklch) {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}

const inGamut = (rgb: number[]) => rgb.every((v) => v >= -0.0005 && v <= 1.0005)

/** Returns the colour with the highest chroma that a screen can show at its lightness. */
function toHex(colour: Oklch): string {
  const shown = { ...colour }
  while (shown.c > 0 && !inGamut(toLinearRgb(shown))) shown.c = Math.max(0, shown.c - 0.004)
  const bytes = toLinearRgb(shown).map((v) => Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, v)))) * 255))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Changes the lightness in steps until the contrast to the background is reached. */
function adjustContrast(hex: string, background: string, minContrast: number): string {
  const colour = toOklch(hex)
  const step = luminance(background) > 0.4 ? -0.01 : 0.01
  let shown = hex
  while (contrast(shown, background) < minContrast && colour.l >= 0 && colour.l <= 1) {
    colour.l += step
    shown = toHex(colour)
  }
  return shown
}

const textColorOn = (hex: string) => (contrast(hex, '#ffffff') >= 4.5 ? '#ffffff' : '#000000')

/**
 * Computes the colours of one scheme, with `#`, from an accent colour of six hexadecimal digits without `#`.
 *
 * The fill stays that colour unless it would be invisible on the background; text on it is white or black. For text in
 * the accent colour its lightness is changed until it is readable (WCAG contrast of 4.6) on the scheme's backgrounds.
 */
export function accentRoles(hex: string, scheme: 'light' | 'dark'): AccentRoles {
  const isLight = scheme === 'light'
  const own = toOklch(`#${hex}`)
  const soft = toHex({ ...own, l: isLight ? 0.95 : 0.29, c: Math.min(own.c, isLight ? 0.032 : 0.06) })
  // A fill stays as bright as the federation's colour; it changes only when it would be invisible.
  const accent = adjustContrast(`#${hex}`, isLight ? '#ffffff' : backgrounds.dark, isLight ? 1.4 : 2)
  const onAccent = textColorOn(accent)
  const hovered = toOklch(accent)
  const ink = adjustContrast(adjustContrast(accent, backgrounds[scheme], 4.6), soft, 4.6)
  return {
    accent,
    'accent-hover': toHex({ ...hovered, l: hovered.l + (onAccent === '#ffffff' ? -0.06 : 0.05) }),
    'on-accent': onAccent,
    'accent-ink': ink,
    'on-accent-ink': textColorOn(ink),
    'accent-soft': soft,
  }
}

const declarations = (roles: AccentRoles) =>
  Object.entries(roles)
    .map(([role, value]) => `--color-${role}:${value}`)
    .join(';')

/**
 * Returns the stylesheet that sets the accent colours as custom properties, from one of six hexadecimal digits without
 * `#`. The dark scheme applies by the reader's system, unless the page has chosen a theme.
 */
export function accentStylesheet(hex: string): string {
  const light = declarations(accentRoles(hex, 'light'))
  const dark = declarations(accentRoles(hex, 'dark'))
  return [
    `:root{${light}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
    `:root[data-theme=dark]{${dark}}`,
  ].join('\n')
}
