import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accentRoles, accentStylesheet, contrast, defaultAccent, isAccent } from './accent.ts'

const federations = ['1450d2', 'ffd100', 'c8102e', '000000', 'ffffff', '004d40', 'ff6a13', '7f7f7f', '00ff00', '5b2d90']

describe.each(federations)('the accent colour %s', (hex) => {
  test.each(['light', 'dark'] as const)('is readable in the %s scheme', (scheme) => {
    const roles = accentRoles(hex, scheme)
    expect(contrast(roles.accent, roles['on-accent'])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(roles['accent-hover'], roles['on-accent'])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(roles['accent-ink'], roles['on-accent-ink'])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(roles['accent-ink'], roles['accent-soft'])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(roles['accent-ink'], scheme === 'light' ? '#eef0f3' : '#262b34')).toBeGreaterThanOrEqual(4.5)
  })
})

test('uses the federation’s own colour where its contrast is sufficient', () => {
  expect(accentRoles('ffd100', 'light').accent).toBe('#ffd100')
  expect(accentRoles('c8102e', 'light').accent).toBe('#c8102e')
  expect(accentRoles('000000', 'dark').accent).not.toBe('#000000')
})

test('contrast is measured as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('only six hexadecimal digits are a colour, so nothing else can enter the stylesheet', () => {
  expect(isAccent(defaultAccent)).toBe(true)
  for (const value of ['fff', 'red', '1450d2}', '#1450d', '1450d2;x']) expect(isAccent(value)).toBe(false)
})

test('the chosen theme wins over the system', () => {
  const css = accentStylesheet('c8102e')
  expect(css).toContain(':root:not([data-theme=light]){--color-accent:')
  expect(css).toContain(':root[data-theme=dark]{--color-accent:')
})

test('the theme has the default accent at first', () => {
  const theme = readFileSync(new URL('../../layouts/theme/tokens.css', import.meta.url), 'utf8')
  const dark = accentRoles(defaultAccent, 'dark')
  for (const [role, light] of Object.entries(accentRoles(defaultAccent, 'light')))
    expect(theme).toContain(`--color-${role}: light-dark(${light}, ${dark[role as keyof typeof dark]});`)
})
