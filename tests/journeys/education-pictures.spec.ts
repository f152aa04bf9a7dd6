import type { Locator, Page } from '@playwright/test'
import { colorPng } from '../pictures.ts'
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

const srcsetOf = (picture: Locator) => picture.getAttribute('srcset')

test('an uploaded picture is served in the width that the window needs, and nothing moves', async ({ page }) => {
  const hero = page.getByRole('main').locator('img[src^="/api/files/"]').first()
  await page.addInitScript(() => localStorage.setItem('filterFavoriteBranchPopup', 'closed'))
  await signIn(page, 'superadmin', '/educations?text=rallycross')
  await accept(page)
  const first = page.getByRole('main').getByRole('article').first()
  const education = await first.getByRole('link').getAttribute('href')
  await page.goto(`${education}/manage`)
  const picture = { name: 'bana.png', mimeType: 'image/png', buffer: Buffer.from(colorPng(1600, 900, [0, 120, 200])) }
  await page.locator('input[type="file"]').setInputFiles(picture)
  await page.getByRole('button', { name: 'Använd bilden' }).click()
  await expect(page.getByRole('img', { name: 'Vald bild' })).toBeVisible()
  await inspected(page, 'education-picture-field')
  await page.getByRole('button', { name: 'Spara', exact: true }).first().click()
  await expect(page.getByText('Sparat').first()).toBeVisible()

  await page.goto(`${education}`)
  const address = (await hero.getAttribute('src'))?.split('?')[0]
  expect(await srcsetOf(hero)).toBe([320, 640, 1280].map((width) => `${address}?width=${width} ${width}w`).join(', '))
  await expect(hero).toHaveAttribute('fetchpriority', 'high')
  const small = () => page.request.get(`${address}?width=320`)
  await expect.poll(async () => (await small()).headers()['cache-control']).toContain('immutable')
  const [made, original] = [await small(), await page.request.get(`${address}`)]
  expect(made.headers()['content-type']).toBe('image/webp')
  expect((await made.body()).length).toBeLessThan((await original.body()).length)

  // WebP is lossy, so the colour is near the one that was uploaded.
  const groundColor = async () => {
    await page.goto('/educations?text=rallycross')
    return first.locator('svg rect').first().getAttribute('fill')
  }
  await expect.poll(groundColor).toMatch(/^#0[\da-f]7[\da-f]c[\da-f]$/)
  await expect.poll(() => arrived(page)).toBeGreaterThan(0)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('strangers see the same pictures in the public catalogue, and nothing moves', async ({ page }) => {
  await page.goto('/katalog/utbildningar')
  await expect.poll(() => arrived(page)).toBeGreaterThan(0)
  expect(await srcsetOf(pictures(page).first())).toMatch(/\?width=320 320w, .*\?width=640 640w$/)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await expect.poll(() => arrived(page)).toBeGreaterThan(0)
  await expect(pictures(page).first()).toHaveAttribute('fetchpriority', 'high')
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('nothing moves while a page arrives over a slow network', async ({ page }) => {
  await signIn(page, 'learner', '/educations?category=1')
  const client = await page.context().newCDPSession(page)
  const slow = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750, offline: false }
  await client.send('Network.emulateNetworkConditions', slow)
  for (const path of ['/educations?category=1', '/profile']) {
    await page.goto(path)
    await expect(page.locator('#cookie-banner')).toBeVisible()
    expect(await layoutShift(page), path).toBeLessThan(0.02)
  }
  // The document says at its beginning that it ends with a bar, so that what is above the bar never moves.
  await expect(page.locator('html[data-bar]')).toBeAttached()
})
