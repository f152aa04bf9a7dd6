import type { Page } from '@playwright/test'
import { cast } from '#story/people.ts'
import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

const consent = { name: 'cookieConsent', value: 'true' }
const elsewhere = '/gdpr'

async function enter(page: Page, name: Parameters<typeof signIn>[1], baseURL: string | undefined) {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, name)
}

test('the menu opens over the page, traps the focus and returns it', async ({ page, baseURL }) => {
  await enter(page, 'superadmin', baseURL)
  await page.goto(elsewhere)
  const opener = page.getByRole('button', { name: 'Meny', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Huvudmeny' })
  await expect(menu.getByRole('link', { name: 'Alla utbildningar' })).toBeVisible()
  await expect(menu).toContainText('Här hittar du förbundets utbildningar')
  await expect(menu.getByRole('link', { name: /Tävlingskalendern/ })).toHaveAttribute('target', '_blank')
  for (const name of ['Cookie-inställningar', 'Logga ut'])
    await expect(menu.getByRole('button', { name })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'menu')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
})

test('every link in the menu, the bar and on the start page leads to an existing page', { tag: '@once' }, async ({
  page,
  baseURL,
}) => {
  await enter(page, 'superadmin', baseURL)
  const places = new Set<string>()
  for (const start of ['/', elsewhere]) {
    await page.goto(start)
    // In one evaluation: the page may still exchange its links.
    const paths = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const path of paths) places.add(path ?? '')
  }
  expect(places.size).toBeGreaterThan(5)
  const dead: string[] = []
  for (const place of places) if ((await page.request.get(place)).status() === 404) dead.push(place)
  expect(dead).toEqual([])
})

test('the header collapses at ten pixels of scrolling', async ({ page, baseURL }) => {
  await enter(page, 'learner', baseURL)
  await page.goto(elsewhere)
  const header = page.locator('#header')
  await page.evaluate(() => scrollTo(0, 9))
  await expect(header).not.toHaveAttribute('data-collapsed')
  await page.evaluate(() => scrollTo(0, 10))
  await expect(header).toHaveAttribute('data-collapsed', '')
})

test('the most used pages are one press away, and the bar is on every page except the dashboard', async ({
  page,
  baseURL,
}, { project }) => {
  await enter(page, 'learner', baseURL)
  const bar = page.getByRole('navigation', { name: 'Snabbval' })
  const pages = page.getByRole('navigation', { name: 'Vanliga sidor' })
  await expect(bar).toHaveCount(0)
  await expect(pages.getByRole('link', { name: 'Utbildningar' })).toHaveAttribute('href', '/educations')
  await page.goto(elsewhere)
  await expect(bar).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Profil' })).toBeVisible()
  const first = project.name === 'phone' ? bar : pages
  for (const name of ['Startsida', 'Kalender']) await expect(first.getByRole('link', { name })).toBeVisible()
  for (const name of ['Händelser och notiser', 'Påbörjade utbildningar'])
    await expect(bar.getByRole('button', { name })).toBeVisible()
  const { firstName, lastName } = cast.learner
  await expect(bar.getByText(`${firstName} ${lastName}`)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'bottom-bar')
})

test('a disturbance takes one line, opens, and is folded by its reader until the next one', async ({
  page,
  baseURL,
}) => {
  await enter(page, 'learner', baseURL)
  await page.goto('/educations?all=1')
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(heading?.y).toBeLessThan(160)
  const message = page.getByRole('region', { name: 'Driftinformation' })
  const line = await message.boundingBox()
  await message.locator('summary').click()
  expect((await message.boundingBox())?.height).toBeGreaterThanOrEqual(line?.height ?? 0)
  await message.getByRole('button', { name: 'Dölj meddelandet' }).click()
  await expect(message).toBeHidden()
  await page.reload()
  await expect(message).toBeHidden()
  await page.goto('/')
  await expect(message).toBeVisible()
})

test('the banner, the header and the bar leave a phone its window, with targets of their size', async ({
  page,
  baseURL,
}, { project }) => {
  test.skip(project.name !== 'phone', 'a wide window has no bar')
  await enter(page, 'learner', baseURL)
  await page.goto(elsewhere)
  const message = page.getByRole('region', { name: 'Driftinformation' })
  const bar = page.getByRole('navigation', { name: 'Snabbval' })
  await expect(message).toBeVisible()
  const heights: number[] = []
  for (const part of [message, page.locator('#header'), bar]) heights.push((await part.boundingBox())?.height ?? 999)
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(132)
  for (const target of await eachOf(bar.locator('.bar-item'), 5))
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  for (const target of [message.locator('summary'), message.getByRole('button')])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(24)
})

test('a low window has no fixed bars', { tag: '@once' }, async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await enter(page, 'learner', baseURL)
  await page.goto(elsewhere)
  await page.evaluate(() => scrollTo(0, 600))
  const bar = page.getByRole('navigation', { name: 'Snabbval' })
  await expect(bar).not.toBeInViewport()
  await expect(page.locator('#header')).not.toBeInViewport()
  // One line of 12 pixels: no word is broken.
  const labels = bar.locator('.bar-item > span:last-child')
  await expect(labels).toHaveCount(5)
  const heights = await labels.evaluateAll((all) => all.map((one) => one.clientHeight))
  expect(Math.max(...heights)).toBeLessThan(20)
  await expectNoSidewaysScroll(page)
})

test('the theme is chosen with one touch and stored', async ({ page, baseURL }) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Mörkt' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Som enheten' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})

test('the cookie banner stays until it is answered, and can be asked for again', async ({ page }) => {
  await page.goto('/login')
  const banner = page.getByRole('region', { name: 'Cookies' })
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  // Without a statistics key there is nothing to choose, and nothing is allowed.
  await expect(banner).toContainText('Vi använder bara cookies som behövs')
  await expect(banner.getByRole('button')).toHaveText(['Acceptera cookies'])
  await shoot(page, 'cookie-notice')
  await banner.getByRole('button').click()
  await expect(banner).toBeHidden()
  await page.reload()
  await expect(banner).toHaveCount(0)
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'cookieConsent')
  expect(cookie).toMatchObject({ value: 'true', path: '/', sameSite: 'Lax' })
  const optOut = (await page.context().cookies()).find(({ name }) => name === 'analyticsOptOut')
  expect(optOut?.value).toBe('true')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400)
  await signIn(page, 'learner')
  await page.getByRole('button', { name: 'Meny', exact: true }).click()
  await page.getByRole('button', { name: 'Cookie-inställningar' }).click()
  await expect(banner).toBeVisible()
})

test('a visitor gets no framework, and at most 3 KB of script', { tag: '@once' }, async ({ page }) => {
  const loaded: { url: string; bytes: number }[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return
    loaded.push({ url: response.url(), bytes: (await response.body()).length })
  })
  const inline = async (path: string) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    return (await page.locator('script:not([type="application/json"])').allTextContents()).join('').length
  }
  expect(await inline('/gdpr')).toBeLessThanOrEqual(3072)
  expect(loaded).toEqual([])
  // The button that signs in with a passkey; the code of its ceremony is loaded when it is pressed.
  expect(await inline('/login')).toBeLessThanOrEqual(3072)
  expect(loaded.map(({ url }) => url).filter((url) => !/\/(PasskeyButton|preload-helper)\./.test(url))).toEqual([])
  expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(3072)
})

test('a page that does not exist is reported, with a way on', async ({ page }) => {
  const response = await page.goto('/ingenting')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Sidan finns inte' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'not-found')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the theme is chosen by a form', async ({ page, baseURL }) => {
    await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
    await page.goto('/gdpr')
    await page.getByRole('button', { name: 'Mörkt' }).click()
    await expect(page).toHaveURL('/gdpr')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
