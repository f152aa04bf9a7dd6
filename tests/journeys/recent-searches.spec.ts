import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test.beforeEach(({ context, portal }) =>
  context.addCookies([{ name: 'cookieConsent', value: 'true', url: portal.origin }]),
)

const recent = (page: Page) => page.getByRole('region', { name: 'Dina senaste sökningar' })

test('an empty search shows what was searched for, until it is removed or the person signs out', async ({ page }) => {
  await signIn(page, 'learner', '/search')
  await expect(recent(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Grenar' })).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Sök i portalen' })
  await field.fill('raly')
  // The most similar name comes first.
  const educations = page.getByRole('region', { name: 'Utbildningar' }).getByRole('link')
  await expect(educations.first()).toContainText(/\brally\b/i)
  await field.press('Enter')
  await expect(page).toHaveURL(/q=raly$/)
  await page.goto('/search?q=flaggvakt')
  await page.goto('/search')
  await expect(recent(page).getByRole('link')).toHaveText(['flaggvakt', 'raly'])
  await inspected(page, 'search-recent')

  await recent(page).getByRole('button', { name: 'Ta bort raly' }).click()
  await expect(recent(page).getByRole('link')).toHaveText(['flaggvakt'])
  await expect(recent(page).getByRole('button', { name: 'Ta bort flaggvakt' })).toBeFocused()
  await recent(page).getByRole('link', { name: 'flaggvakt' }).click()
  await expect(page).toHaveURL(/q=flaggvakt$/)
  await page.getByRole('searchbox', { name: 'Sök i portalen' }).fill('')
  await expect(recent(page).getByRole('link')).toHaveText(['flaggvakt'])
  await recent(page).getByRole('button', { name: 'Rensa' }).click()
  await expect(recent(page)).toBeHidden()
  await expect(page.getByRole('searchbox', { name: 'Sök i portalen' })).toBeFocused()
})

test('the searches of a person leave the browser with the session', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'learner', '/search?q=rally')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('recentSearches'))).toContain('rally')
  await page.evaluate(() => localStorage.removeItem('token'))
  // A session that ended without the button for it.
  await page.context().clearCookies({ name: /session/ })
  await page.goto('/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('recentSearches'))).toBeNull()
})
