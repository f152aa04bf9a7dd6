import { type Screen, screens } from '#edge/screens.ts'

const shapeOf = (path: string) =>
  path
    .replaceAll('\\', '/')
    .replace(/\.astro$/, '')
    .replace(/(^|\/)index$/, '')
    .replace(/\{\w+\}|\[\w+\]/g, '*')
    .replace(/^\/|\/$/g, '')
    .normalize('NFC')
    .toLowerCase()

/** The screens that there is a page for; the others are guarded and lead nowhere yet, so nothing offers them. */
export function screensBuilt(all: readonly Screen[], pages: readonly string[]): Screen[] {
  const shapes = new Set(pages.map(shapeOf))
  return all.filter(({ path }) => shapes.has(shapeOf(path)))
}

export const builtScreens = screensBuilt(screens, import.meta.env.PAGES ?? [])

export const isBuilt = (path: string) => builtScreens.some((screen) => screen.path === path)
