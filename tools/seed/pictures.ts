import { createHash } from 'node:crypto'
import { storedFiles } from '#api/foundation/files/table.ts'
import type { StoryEducation } from '#story/catalogue/education.ts'
import { categories } from '#story/categories.ts'
import { type Draw, drawFrom } from '#story/draw.ts'
import type { World } from './world.ts'

const drawn = categories.flatMap(({ color, educations }) => educations.map((story) => ({ code: story.code, color })))

export const pictureIdOf = (story: StoryEducation) => drawn.findIndex((picture) => picture.code === story.code) + 1

/** Draws a road through the picture as one smooth curve. */
function roadFrom(draw: Draw): string {
  const heights = [0, 1, 2, 3].map(() => draw.between(70, 290))
  const [first, ...rest] = heights
  return `M-40 ${first}${rest.map((y, at) => ` S${at * 230 + 90} ${draw.between(40, 320)} ${(at + 1) * 230} ${y}`).join('')}`
}

function hills(draw: Draw): string {
  const circle = (opacity: number) =>
    `<circle cx="${draw.between(0, 640)}" cy="${draw.between(0, 360)}" r="${draw.between(60, 190)}" fill="#fff" opacity="${opacity}"/>`
  return [0.05, 0.07, 0.06, 0.04].map(circle).join('')
}

function flag(draw: Draw): string {
  const [left, top, side] = [draw.between(30, 520), draw.between(24, 60), 13]
  const squares = [0, 1, 2, 3, 4, 5].flatMap((x) =>
    [0, 1, 2, 3]
      .filter((y) => (x + y) % 2 === 0)
      .map((y) => `M${left + x * side} ${top + y * side}h${side}v${side}h-${side}z`),
  )
  return `<path d="${squares.join('')}" fill="#fff" opacity=".55"/>`
}

function pictureOf(code: string, color: string): string {
  const draw = drawFrom(`picture/${code}`)
  const road = roadFrom(draw)
  const line = (stroke: string, width: number, more = '') =>
    `<path d="${road}" fill="none" stroke="${stroke}" stroke-width="${width}"${more}/>`
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" role="presentation">',
    `<defs><linearGradient id="g" gradientTransform="rotate(${draw.between(10, 70)})">`,
    `<stop stop-color="${color}"/><stop offset="1" stop-color="#0b1220"/></linearGradient></defs>`,
    `<path fill="url(#g)" d="M0 0h640v360H0z"/>${hills(draw)}`,
    line('#fff', 92, ' stroke-dasharray="22 22" opacity=".85"'),
    line('#1b2432', 78),
    line('#fff', 3, ' stroke-dasharray="26 30" opacity=".6"'),
    flag(draw),
    '</svg>',
  ].join('')
}

/** Adds one picture for each education and returns the drawings. */
export function addPictures({ ledger, calendar }: World): { key: string; text: string }[] {
  return drawn.map(({ code, color }) => {
    const text = pictureOf(code, color)
    const sha256 = createHash('sha256').update(text).digest('hex')
    const id = ledger.nextId(storedFiles)
    const key = `files/${sha256.slice(0, 32)}`
    const name = `${code.toLowerCase()}.svg`
    // 128 bits, the same in every seeded portal.
    const ref = sha256.slice(-32)
    const kept = {
      ref,
      purpose: 'EducationPicture' as const,
      cleaned: true,
      key,
      sha256,
      size: Buffer.byteLength(text),
      contentType: 'image/svg+xml',
    }
    ledger.add(storedFiles, { id, name, visibility: 'Public', createdAt: calendar.at(-500), ...kept })
    return { key, text }
  })
}
