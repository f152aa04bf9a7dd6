import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Page, test } from '@playwright/test'
import { root } from '../../tools/house.ts'
import { expect } from './stage.ts'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * A colour on its way to another is neither: whatever moves with an end is put at its end. Nothing is waited for: a
 * window that is not painted shows no frames, and an animation without frames never finishes.
 */
const settle = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish()
    }
  })

/** Whatever axe finds against WCAG 2.2 AA, in one line each. */
export async function expectAccessible(page: Page): Promise<void> {
  await settle(page)
  const { violations } = await new AxeBuilder({ page }).withTags(standard).analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}`),
  )
  expect(found).toEqual([])
}

/** Nothing sticks out to the right, on any width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [wanted, given] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth]
  })
  expect(wanted).toBeLessThanOrEqual(given ?? 0)
}

/** A picture of the whole page for people to look at; compared with nothing. */
export async function shoot(page: Page, name: string): Promise<void> {
  const path = join(root, 'test-results/shots', test.info().project.name, `${name}.png`)
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
}
