import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Page, test } from '@playwright/test'
import { root } from '../../tools/local-portal.ts'
import { expect } from './fixtures.ts'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Finishes finite animations and transitions, because a colour in transition fails the contrast rules. One frame is
 * awaited, so that they have begun, for at most half a second: a hidden window paints none.
 */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const pause = new Promise((resolve) => setTimeout(resolve, 500))
    await Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), pause])
    for (const one of document.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish()
    }
  })

/** Axe, minified: less than half the size of the package's source, which every page evaluates again. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Describes violations only. A page without cross-origin frames analyses itself, in legacy mode, instead of in a blank
 * page: same rules, same findings, half the time.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) return new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  // The script of half a megabyte is evaluated once for each page; the builder alone would evaluate it twice.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return new AxeBuilder({ page, axeSource: 'undefined' }).options({ resultTypes: ['violations'] }).setLegacyMode()
}

/**
 * Keeps bars that stick to an edge of the window in the flow until the returned function is called. Such a bar cuts
 * whatever is scrolled below it, and axe would measure the remainder of a button as its size.
 */
async function holdStickyInFlow(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const rule = new CSSStyleSheet()
    rule.replaceSync('.sticky { position: relative !important; inset: auto !important }')
    document.adoptedStyleSheets.push(rule)
    return rule
  })
  return () =>
    page.evaluate((rule) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rule)
    }, sheet)
}

async function violations(page: Page, ask: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await settle(page)
  const release = await holdStickyInFlow(page)
  const found = await ask(await axeOn(page)).analyze()
  await release()
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}`),
  )
}

const expectNone = (page: Page, ask: (axe: AxeBuilder) => AxeBuilder) =>
  expect.poll(() => violations(page, ask), { timeout: 40_000 }).toEqual([])

/** Expects that axe finds no violation of WCAG 2.2 AA when the page is at rest. */
export const expectAccessible = (page: Page): Promise<void> =>
  // The rule of hidden content asks for a look by hand only, and reads every style.
  expectNone(page, (axe) => axe.withTags(standard).disableRules(['hidden-content']))

/** Expects no horizontal scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [contentWidth, viewWidth] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth]
  })
  expect(contentWidth).toBeLessThanOrEqual(viewWidth ?? 0)
}

/**
 * Expects that a space follows each sentence. Astro drops the line break between an expression and an element, so two
 * sentences can touch.
 */
async function expectSpacedSentences(page: Page): Promise<void> {
  const touching = await page.evaluate(() => {
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
    const blockOf = (node: Node) => {
      let element = node.parentElement
      while (element && isInline(element)) element = element.parentElement
      return element
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    let previous: Node | null = null
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const block = blockOf(node)
      const texts = [previous?.textContent ?? '', node.textContent ?? ''] as const
      const isShown = node.parentElement?.checkVisibility() === true && !node.parentElement.closest('script, style')
      if (isShown && block && previous && blockOf(previous) === block && getComputedStyle(block).display === 'block')
        if (/\p{L}[.!?]$/u.test(texts[0]) && /^[\p{L}\d]/u.test(texts[1])) found.push(texts.join('|'))
      previous = node
    }
    return found
  })
  expect(touching).toEqual([])
}

/** Saves a screenshot of the whole page when `SHOTS=1` is set; compared with nothing. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env['SHOTS']) return
  const path = join(root, 'test-results/shots', test.info().project.name, `${name}.png`)
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
}

/**
 * Inspects the page at rest in both themes. The dark theme differs in colours only, so only contrast is checked again.
 */
export async function inspected(page: Page, name: string): Promise<void> {
  // A toast covers what is below it until it disappears, and stays while the pointer is on it.
  const toasts = page.locator('#toasts [data-text]')
  if ((await toasts.count()) > 0) await page.mouse.move(0, 0)
  await expect(toasts).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expectSpacedSentences(page)
  await shoot(page, `${name}-light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNone(page, (axe) => axe.withRules(['color-contrast']))
  await shoot(page, `${name}-dark`)
}
