import type { Page } from '@playwright/test'
import type { CastName } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
const consent = { name: 'cookieConsent', value: 'true' }

async function enter(page: Page, name: CastName, baseURL: string | undefined, path = '/') {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, name, path)
}

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Sök och gå till' })
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Sök eller gå till' })
const optionsOf = (page: Page) => paletteOf(page).getByRole('option')
/** Finds the profile of a person, not the person's course events. */
const personOf = (page: Page, name: string) =>
  optionsOf(page).filter({ hasText: name }).and(page.locator('[href^="/profile/"]'))

test('the palette opens from the header, finds a person, and opens the page', async ({ page, baseURL }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await enter(page, 'superadmin', baseURL)
  expect(files.filter((path) => /palette|\/open\./.test(path))).toEqual([])
  const opener = page.getByRole('link', { name: 'Sök', exact: true })
  await opener.click()
  await expect(fieldOf(page)).toBeFocused()
  await expect(paletteOf(page).getByRole('group', { name: 'Skapa' })).toContainText('Ny utbildning')
  await expectAccessible(page)
  await shoot(page, 'palette-empty')
  await page.keyboard.type('lisa kvist')
  await expect(personOf(page, 'Lisa Kvist')).toBeVisible()
  await expect(paletteOf(page).getByRole('status')).toHaveText(/^\d+ förslag$/)
  await inspected(page, 'palette-person')
  await page.keyboard.press('ArrowDown')
  await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', /.+/)
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lisa kvist')
  await expect(personOf(page, 'Lisa Kvist')).toHaveAttribute('data-focused', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lisa Kvist')
})

test('settings and actions are found by name, and a number finds its receipt', { tag: '@once' }, async ({
  page,
  baseURL,
}) => {
  await enter(page, 'superadmin', baseURL)
  await page.keyboard.press('/')
  await page.keyboard.type('utseende')
  await optionsOf(page).filter({ hasText: 'Utseende' }).click()
  await expect(page).toHaveURL('/config?tab=look')
  // The URL changes before the script that listens to keys has run.
  await page.waitForLoadState('domcontentloaded')
  await page.keyboard.press('/')
  await page.keyboard.type('ny utb')
  await expect(optionsOf(page).first()).toContainText('Ny utbildning')
  await fieldOf(page).fill('1042')
  await expect(paletteOf(page).getByRole('group', { name: 'Kvitton' })).toContainText('Kvitto 1042')
})

test('a learner finds pages and educations, and nothing of the office', async ({ page, baseURL }) => {
  await enter(page, 'learner', baseURL)
  await page.keyboard.press('Control+k')
  await expect(optionsOf(page).filter({ hasText: 'Kalender' })).toBeVisible()
  await expect(paletteOf(page).getByRole('group', { name: 'Skapa' })).toHaveCount(0)
  await page.keyboard.type('förar')
  await expect(paletteOf(page).getByRole('group', { name: 'Utbildningar' })).toBeVisible()
  await expect(paletteOf(page).getByRole('group', { name: 'Personer' })).toHaveCount(0)
  await inspected(page, 'palette-learner')
})

test('keys open pages and move in lists, are never stolen from a field, and can be turned off', {
  tag: '@once',
}, async ({ page, baseURL }) => {
  await enter(page, 'superadmin', baseURL)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL('/users')
  await page.locator('#field-text').fill('a/?gk')
  await expect(page.locator('#field-text')).toHaveValue('a/?gk')
  await page.goto('/users')
  const names = page.locator('tbody tr a')
  await page.keyboard.press('j')
  await expect(names.first()).toBeFocused()
  await page.keyboard.press('j')
  const second = page.locator('tbody tr').nth(1)
  await expect(second.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(second.getByRole('checkbox')).toBeChecked()
  await second.getByRole('link').first().focus()
  await page.keyboard.press('k')
  await expect(names.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile\/\d+/)

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Kortkommandon' })
  await expect(sheet).toContainText('Kalender')
  await inspected(page, 'shortcuts')
  await sheet.getByRole('switch', { name: 'Kortkommandon med en tangent' }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(paletteOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Meny' }).first().click()
  await page.getByRole('button', { name: 'Slå på kortkommandon' }).click()
  // The page is loaded again, and its script takes a moment.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('the search page shows the same results without a script', { tag: '@once' }, async ({
  browser,
  page,
  baseURL,
}) => {
  await enter(page, 'superadmin', baseURL)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto(`${baseURL}/search?q=1042`)
  await expect(plain.getByRole('link', { name: 'Kvitto 1042' })).toBeVisible()
  await plain.goto(`${baseURL}/search?q=lisa+kvist`)
  await expect(plain.getByRole('link', { name: 'Lisa Kvist' })).toBeVisible()
  await context.close()
})

test('the tabs of the configuration are a list in groups, unfolded on a phone', async ({ page, baseURL }) => {
  await enter(page, 'superadmin', baseURL, '/config?tab=mail')
  const list = page.getByRole('navigation', { name: 'Konfiguration' })
  const summary = list.locator('summary')
  if (await summary.isVisible()) {
    await expect(summary).toHaveText(/Visar\s+E-post/)
    await summary.click()
  }
  await expect(list.getByRole('link', { name: 'E-post' }).filter({ visible: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await inspected(page, 'config-list')
  await list.getByRole('link', { name: 'Logg' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/config?tab=audit')
})
