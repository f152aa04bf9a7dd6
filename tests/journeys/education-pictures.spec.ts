import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

const accept = (page: Page) => page.getByRole('button', { name: 'Acceptera cookies' }).click()
const pictures = (page: Page) => page.getByRole('main').locator('img[src^="/api/files/"]')

/** The pictures that have arrived; those further down are fetched when they come near. */
const arrived = (page: Page) =>
  pictures(page).evaluateAll(
    (all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length,
  )

/** How far the page has moved by itself since it was opened. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const isShift = (entry: PerformanceEntry): entry is PerformanceEntry & { value: number } => 'value' in entry
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += isShift(entry) ? entry.value : 0
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )

test('every list of educations shows their pictures, and nothing moves when they arrive', async ({ page }) => {
  test.slow()
  await signIn(page, 'learner', '/educations?all=1')
  await accept(page)
  await expect(pictures(page)).toHaveCount(24)
  await page.reload()
  await expect.poll(() => arrived(page)).toBeGreaterThan(0)
  expect(await layoutShift(page)).toBeLessThan(0.01)

  await page.goto('/educations?text=Kartläsare')
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await expect.poll(() => arrived(page)).toBe(1)
  expect(await layoutShift(page)).toBeLessThan(0.01)

  await page.goto('/')
  await page.getByRole('region', { name: 'Rekommenderat för dig' }).scrollIntoViewIfNeeded()
  await expect.poll(() => arrived(page)).toBeGreaterThan(1)
  await inspected(page, 'dashboard-pictures')

  await page.goto('/search?q=rally')
  await expect.poll(() => arrived(page)).toBeGreaterThan(1)
  await inspected(page, 'search-pictures')
})

test('an education without a picture has a drawing in the colour of its branch', { tag: '@once' }, async ({ page }) => {
  const first = page.getByRole('main').getByRole('article').first()
  // The question about favourite branches has been answered before.
  await page.addInitScript(() => localStorage.setItem('filterFavoriteBranchPopup', 'closed'))
  await signIn(page, 'superadmin', '/educations?text=folkrace')
  await accept(page)
  const education = await first.getByRole('link').getAttribute('href')
  await page.goto(`${education}/manage`)
  await page.getByRole('button', { name: 'Ta bort bilden' }).click()
  await expect(page.getByRole('button', { name: 'Välj en bild' })).toBeVisible()
  await page.getByRole('button', { name: 'Spara', exact: true }).first().click()
  await expect(page.getByText('Sparat').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Välj en bild' })).toBeVisible()
  await page.goto('/educations?text=folkrace')
  const drawing = first.locator('svg path[fill="#92400e"]')
  await expect(drawing).toBeVisible()
  await inspected(page, 'educations-drawing')
  await first.getByRole('link').click()
  await expect(page.getByRole('main').locator('svg path[fill="#92400e"]')).toBeVisible()
  await inspected(page, 'education-drawing')
})
