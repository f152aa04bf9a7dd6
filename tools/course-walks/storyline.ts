import type { Frame } from 'playwright'
import { findFrame, type Walker, waitForStoredPlace } from './walker.ts'

const half = 3
const current = '.cs-listitem.cs-selected'
const onward = '#next:not(.cs-disabled)'

/** Returns the current entry of the menu and the number of entries that have been viewed. */
async function describePlace(frame: Frame): Promise<string> {
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

/** Walks Articulate Storyline courses with a menu and slides that the next button leads through. */
export const storyline: Walker = {
  tool: 'Storyline',
  rule: 'course',
  matches: ({ names }) => names.includes('html5/lib/scripts/slides.min.js'),
  async goHalfWay(page) {
    const frame = await findFrame(page, onward)
    for (let slides = 0; slides < half; slides++) await Promise.all([waitForStoredPlace(page), next(frame)])
    return describePlace(frame)
  },
  async resume(page) {
    const frame = await findFrame(page, 'button:text-is("Resume")')
    await frame.getByRole('button', { name: 'Resume', exact: true }).click()
    return describePlace(frame)
  },
  async finish(page) {
    const frame = await findFrame(page, onward)
    while (await frame.locator(onward).isVisible()) await next(frame)
  },
}
