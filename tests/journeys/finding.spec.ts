import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

const accept = (page: Page) => page.getByRole('button', { name: 'Acceptera cookies' }).click()
const cards = (page: Page) => page.getByRole('main').getByRole('article')

/** On a phone the filters wait behind a button. */
async function openFilters(page: Page): Promise<void> {
  const summary = page.locator('summary', { hasText: 'Filter' })
  if (await summary.isVisible()) await summary.click()
}

test('the list is searched and filtered, each choice is in the URL, and going back restores it', async ({ page }) => {
  await signIn(page, 'learner', '/educations?all=1')
  await accept(page)
  await expect(cards(page)).toHaveCount(24)
  await inspected(page, 'educations')
  await openFilters(page)
  await page.getByRole('checkbox', { name: 'Karting', exact: true }).check()
  const count = page.getByRole('status').filter({ hasText: /^\d+ utbildning/ })
  await expect(count).toBeVisible()
  const announced = await count.textContent()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Visa utbildningar' }).click()
  await expect(page).toHaveURL(/\/educations\?category=\d+$/)
  await expect(page.getByRole('list', { name: 'Valda filter' })).toContainText('Karting')
  await expect(page.locator('#education-count')).toHaveText(announced ?? '')
  const narrowed = await cards(page).count()
  expect(narrowed).toBeGreaterThan(0)
  expect(narrowed).toBeLessThan(24)

  await page.locator('#field-text').fill('forarutbidning')
  await page.getByRole('button', { name: 'Sök utbildning' }).click()
  await expect(page).toHaveURL(/text=forarutbidning/)
  await page.getByRole('link', { name: 'Ta bort filtret Karting' }).click()
  await expect(page.getByText('Inget heter så')).toBeVisible()
  await expect(cards(page).first()).toContainText('Förarutbildning')
  await page.goBack()
  await expect(page).toHaveURL(/category=\d+/)
  await page.getByRole('link', { name: 'Visa alla' }).first().click()
  await expect(page).toHaveURL(/educations\?text=forarutbidning$/)
  await page.getByRole('link', { name: 'Visa alla' }).first().click()
  await page.getByRole('link', { name: 'Nästa' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(cards(page)).toHaveCount(24)
})

test('the list is in the order of the URL, and a search preserves it', async ({ page }) => {
  await signIn(page, 'learner', '/educations?all=1')
  await accept(page)
  const order = page.getByRole('combobox', { name: 'Ordning' })
  await order.selectOption('Närmast i tid')
  await expect(page).toHaveURL(/order=date/)
  const bookable = cards(page).filter({ hasNotText: /Du är anmäld|Din anmälan väntar/ })
  // The list of the earlier order stands until the page of this one has arrived.
  await expect(async () => {
    const dates = await bookable
      .locator('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''))
    expect(dates.length).toBeGreaterThan(3)
    expect(dates).toEqual(dates.toSorted())
  }).toPass()
  await order.selectOption({ label: 'Närmast Bredåsen Motorklubb' })
  await expect(page).toHaveURL(/order=near\.\d+/)
  await page.locator('#field-text').fill('rally')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/text=rally.*order=near/)
  await inspected(page, 'educations-near')
})

test('the search field suggests educations, by keys and by touch', async ({ page }) => {
  await signIn(page, 'learner', '/educations?all=1')
  await accept(page)
  const field = page.getByRole('combobox', { name: 'Sök utbildning' })
  await field.pressSequentially('flagv')
  const options = page.getByRole('listbox', { name: 'Förslag' }).getByRole('option')
  await expect(options.first()).toContainText('Flaggvakt')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/education\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Flaggvakt')
})

test('a search that the other filters hide shows what it finds without them', async ({ page }) => {
  await signIn(page, 'learner', '/educations?freeSpots=true&city=Ingenstans&text=rally')
  await accept(page)
  await expect(page.getByText('Inget i ditt urval matchar ”rally”')).toBeVisible()
  await expect(cards(page).first()).toContainText(/rally/i)
  await inspected(page, 'educations-widened')
  await page.getByRole('link', { name: 'Visa alla' }).first().click()
  await expect(page).toHaveURL(/educations\?text=rally$/)
})

test('a search without results offers alternatives', async ({ page }) => {
  await signIn(page, 'learner', '/educations?text=zzzzzz')
  await expect(page.getByText('Inga utbildningar matchar')).toBeVisible()
  await accept(page)
  await inspected(page, 'educations-empty')
  await page.getByRole('main').getByRole('link', { name: 'Visa alla' }).last().click()
  await expect(cards(page)).toHaveCount(24)
})

test('favourite branches are offered once, then applied, and cleared by a link', async ({ page, portal }) => {
  // On a phone the notice about cookies would cover a part of the dialog.
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: portal.origin }])
  await signIn(page, 'external', '/educations')
  const offer = page.getByRole('dialog', { name: 'Vilka grenar är du intresserad av?' })
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Inte nu' }).click()
  expect(await page.evaluate(() => localStorage.getItem('filterFavoriteBranchPopup'))).toBeTruthy()
  await page.goto('/educations?all=1')
  await page.getByRole('button', { name: 'Mina grenar', exact: true }).click()
  await offer.getByRole('checkbox', { name: 'Rally', exact: true }).check()
  await offer.getByRole('button', { name: 'Spara mina grenar' }).click()
  await expect(page).toHaveURL(/\/educations\?first=\d+$/)
  await page.goto('/educations')
  await expect(page).toHaveURL(/\/educations\?first=\d+$/)
  await expect(offer).toBeHidden()
  await expect(cards(page)).toHaveCount(24)
  await expect(cards(page).first()).toContainText('Rally')
  await page.getByRole('link', { name: 'Visa i bokstavsordning' }).click()
  await expect(page).toHaveURL(/\/educations\?all=1$/)
  await expect(cards(page).first()).toContainText('Banbyggare grus')
})

test('search responds while typing, tolerates misspellings, and shows people only to authorised readers', async ({
  page,
}) => {
  await signIn(page, 'learner', '/search')
  await accept(page)
  const field = page.getByRole('searchbox', { name: 'Sök i portalen' })
  await field.pressSequentially('flagv')
  await expect(page.getByRole('link', { name: /^Flaggvakt/ }).first()).toBeVisible()
  await expect(page).toHaveURL(/q=flagv$/)
  await inspected(page, 'search')
  await field.fill('lindgren')
  await expect(page).toHaveURL(/q=lindgren$/)
  await expect(page.getByRole('heading', { name: 'Personer' })).toBeHidden()
  await page.goto('/search?q=a')
  await expect(page.getByText('Skriv minst två tecken.')).toBeVisible()
  await inspected(page, 'search-short')
  await page.goto('/search?q=zzzzzz')
  await inspected(page, 'search-empty')
})

test('an administrator finds people too', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/search?q=lindgren')
  await expect(page.getByRole('region', { name: 'Personer' }).getByRole('link').first()).toContainText('Lindgren')
})

test('an education is a path: completed parts, the next step, and blocked parts', async ({ page }) => {
  await signIn(page, 'learner', '/educations?text=Tävlingsledare B')
  await cards(page).getByRole('link').first().click()
  await accept(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tävlingsledare B')
  await expect(page.getByText('Gör klart det här först')).toBeVisible()
  await expect(page.getByText('Först: Funktionär grund').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Börja med Webbkurs: Funktionär grund' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Krav' }).getByText('Återstår: Funktionär grund')).toBeVisible()
  await inspected(page, 'education-locked')
  await page.getByRole('link', { name: 'Funktionär grund' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Funktionär grund')
  await expect(page.getByText('1 av 2 klara')).toBeVisible()
  await expect(page.locator('[aria-current=step]')).toContainText('Näst på tur')
  await inspected(page, 'education-begun')
  await page.goto('/educations?text=Bygg din folkracebil')
  await cards(page).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Anmäl dig' }).first()).toBeVisible()
  await inspected(page, 'education-occasions')
})

test('an unknown education is not found', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'learner')
  for (const address of ['/education/999999', '/education/forarlicens']) {
    const response = await page.goto(address)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sidan finns inte')
  }
})

test.describe('without a script', () => {
  // A phone's window may change size while one page gives way to the next; the browser reports that as an error.
  test.use({ javaScriptEnabled: false, expectedErrors: ['Transition was aborted'] })

  test('lists, filters, pages, search and the education read the same', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Användarnamn' }).fill('learner')
    await page.getByRole('textbox', { name: 'Lösenord' }).fill('Utbildning-2026')
    await page.getByRole('button', { name: 'Logga in' }).click()
    await page.waitForURL('/')
    await page.goto('/educations?all=1')
    await openFilters(page)
    await page.getByRole('checkbox', { name: 'Kostnadsfritt' }).check()
    await page.getByRole('button', { name: 'Visa utbildningar' }).click()
    await expect(page).toHaveURL(/free=true/)
    await expect(cards(page).first()).toContainText('Kostnadsfritt')
    await page.goto('/search?q=funktionar')
    await page.getByRole('link', { name: 'Funktionär grund' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Funktionär grund')
    await expect(page.getByRole('link', { name: /^(Starta|Fortsätt)/ })).toBeVisible()
  })
})
