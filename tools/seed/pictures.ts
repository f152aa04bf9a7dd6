import { createHash } from 'node:crypto'
import { storedFiles } from '#api/foundation/files/table.ts'
import type { StoryEducation } from '#story/catalogue/education.ts'
import { categories } from '#story/categories.ts'
import { drawPicture } from './drawings/draw-picture.ts'
import type { World } from './world.ts'

const drawn = categories.flatMap(({ color, educations }) => educations.map((story) => ({ code: story.code, color })))

/** Returns the id of an education's picture. */
export const pictureIdOf = (story: StoryEducation) => drawn.findIndex((picture) => picture.code === story.code) + 1

/** Adds the row of a picture for each education, and returns the pictures as SVG with their storage keys. */
export function addPictures({ ledger, calendar }: World): { key: string; text: string }[] {
  return drawn.map(({ code, color }) => {
    const text = drawPicture(code, color)
    const sha256 = createHash('sha256').update(text).digest('hex')
    const id = ledger.nextId(storedFiles)
    const key = `files/${sha256.slice(0, 32)}`
    const name = `${code.toLowerCase()}.svg`
    // 128 bits, the same in every seeded portal.
    const ref = sha256.slice(-32)
    const fields = {
      ref,
      purpose: 'EducationPicture' as const,
      cleaned: true,
      key,
      sha256,
      size: Buffer.byteLength(text),
      contentType: 'image/svg+xml',
      // An SVG is sharp at any width, and smaller than a WebP of 320 pixels.
      renditionWidths: [],
      color,
    }
    ledger.add(storedFiles, { id, name, visibility: 'Public', createdAt: calendar.at(-500), ...fields })
    return { key, text }
  })
}
