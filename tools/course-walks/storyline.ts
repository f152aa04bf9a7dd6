import type { Frame } from 'playwright'
import { frameWith, placeTold, type Walker } from './walker.ts'

const half = 3
const current = '.cs-listitem.cs-selected'
const onward = '#next:not(.cs-disabled)'

/** As the menu calls it, and how much of the menu is seen. */
async function standing(frame: Frame): Promise<string> {
  await frame.locator(current).waitFor()
  const seen = await frame.locator('.cs-listitem.cs-viewed').count()
  return `${(await frame.locator(current).textContent())?.trim()}, ${seen} seen`
}

async function next(frame: Frame): Promise<void> {
  const left = await frame.locator(current).textContent()
  await frame.locator(onward).click()
  await frame
    .locator(current)
    .filter({ hasNotText: left ?? '' })
    .waitFor()
}

/** Articulate Storyline with its menu, and slides that its next button leads through. */
export const storyline: Walker = {
  tool: 'Storyline',
  rule: 'course',
  knows: ({ names }) => names.includes('html5/lib/scripts/slides.min.js'),
  async goHalfWay(page) {
    const frame = await frameWith(page, onward)
    for (let slides = 0; slides < half; slides++) await Promise.all([placeTold(page), next(frame)])
    return standing(frame)
  },
  async place(page) {
    const frame = await frameWith(page, 'button:text-is("Resume")')
    await frame.getByRole('button', { name: 'Resume', exact: true }).click()
    return standing(frame)
  },
  async finish(page) {
    const frame = await frameWith(page, onward)
    while (await frame.locator(onward).isVisible()) await next(frame)
  },
}
