import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Page, test } from '@playwright/test'
import { root } from '../../tools/house.ts'
import { expect } from './stage.ts'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * A colour on its way to another is neither: whatever moves with an end is put at its end, once a frame has let it
 * begin. A window that is not painted shows no frames, so the frame is not waited for long, nor any animation.
 */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const pause = new Promise((resolve) => setTimeout(resolve, 500))
    await Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), pause])
    for (const one of document.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish()
    }
  })

/** As it is published for pages: less than half of what the package hands over, and every page reads it anew. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What is in order is not described, and a page without foreign frames judges itself instead of having a blank page
 * draw the conclusions: the same rules and findings in half the time.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) return new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  // Half a megabyte of script is read once for each page; the builder by itself would have it read twice.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return new AxeBuilder({ page, axeSource: 'undefined' }).options({ resultTypes: ['violations'] }).setLegacyMode()
}

async function violations(page: Page, ask: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await settle(page)
  const found = await ask(await axeOn(page)).analyze()
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}`),
  )
}

const expectNone = (page: Page, ask: (axe: AxeBuilder) => AxeBuilder) =>
  expect.poll(() => violations(page, ask), { timeout: 20_000 }).toEqual([])

/** Whatever axe finds against WCAG 2.2 AA on the page at rest, in one line each. */
export const expectAccessible = (page: Page): Promise<void> => expectNone(page, (axe) => axe.withTags(standard))

/** Nothing sticks out to the right, on any width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [wanted, given] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth]
  })
  expect(wanted).toBeLessThanOrEqual(given ?? 0)
}

/** A picture of the whole page for people to look at, where they ask for it by SHOTS=1; compared with nothing. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env['SHOTS']) return
  const path = join(root, 'test-results/shots', test.info().project.name, `${name}.png`)
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
}

/** The page at rest, in both themes. The dark one has the same page in other colours, so only those are judged again. */
export async function inspected(page: Page, name: string): Promise<void> {
  // A note that something was saved lies above what it covers until it goes away.
  await expect(page.locator('#toasts [data-text]')).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, `${name}-light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNone(page, (axe) => axe.withRules(['color-contrast']))
  await shoot(page, `${name}-dark`)
}
