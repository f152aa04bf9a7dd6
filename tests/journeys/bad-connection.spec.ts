import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

const unreachable = 'Det går inte att nå portalen just nu. Kontrollera din uppkoppling och försök igen.'

// The browser logs every file that it could not load.
test.use({ expectedErrors: ['ERR_FAILED', 'Failed to fetch', 'dynamically imported module'] })

test('a button whose files fail to load shows it, and works when the connection is back', async ({ page }) => {
  await signIn(page, 'learner', '/profile?tab=bookings')
  // Islands that hydrate by themselves have loaded before the connection is cut, so the browser does not request shared
  // modules again.
  await page.waitForLoadState('networkidle')
  await page.route('**/_astro/**', (route) => route.abort())
  const withdraw = page.getByRole('main').getByRole('button', { name: 'Avanmäl' }).first()
  const question = page.getByRole('dialog', { name: /^Avanmäla dig från/ })
  await withdraw.click()
  await expect(page.getByText(unreachable)).toBeVisible()
  await expect(question).toBeHidden()
  await page.unroute('**/_astro/**')
  await withdraw.click()
  await expect(question).toBeVisible()
})

test('an item of the calendar whose dialog fails to load leads to its education', { tag: '@once' }, async ({
  page,
}) => {
  await signIn(page, 'learner', '/calendar?view=month')
  await page.waitForLoadState('networkidle')
  await page.route('**/_astro/**', (route) => route.abort())
  const item = page.locator('a[data-item]').locator('visible=true').first()
  const path = (await item.getAttribute('href')) ?? ''
  await item.click()
  await expect(page).toHaveURL(new RegExp(`${path.split(/[?#]/)[0]}\\b`))
})

test('the list after going back shows the filters of its URL', async ({ page }) => {
  await signIn(page, 'learner', '/educations?all=1')
  const summary = page.locator('summary', { hasText: 'Filter' })
  if (await summary.isVisible()) await summary.click()
  const karting = page.getByRole('checkbox', { name: 'Karting', exact: true })
  await karting.check()
  await page.getByRole('button', { name: 'Visa utbildningar' }).click()
  await expect(page).toHaveURL(/category=\d+/)
  await page.goBack()
  await expect(page).toHaveURL(/all=1/)
  await expect(page.getByRole('checkbox', { name: 'Karting', exact: true, includeHidden: true })).not.toBeChecked()
})
