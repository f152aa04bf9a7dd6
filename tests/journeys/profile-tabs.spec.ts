import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('the profile opens with its licences, and each part has an address', async ({ page }) => {
  await signIn(page, 'learner', '/profile')
  const tabs = page.getByRole('navigation', { name: 'Delar av profilen' })
  await expect(tabs.getByRole('link', { name: 'Licenser' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('region', { name: 'Licensmål' })).toBeVisible()
  for (const [name, tab, heading] of [
    ['Bokningar', 'bookings', 'Bokade tillfällen'],
    ['Utbildningar', 'educations', 'Genomförda'],
    ['Konto', 'account', 'Personuppgifter'],
  ] as const) {
    await tabs.getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/profile?tab=${tab}`)
    await expect(page.getByRole('heading', { name: new RegExp(heading) }).first()).toBeVisible()
    await inspected(page, `profile-${tab}`)
  }
  await page.goBack()
  await expect(tabs.getByRole('link', { name: 'Utbildningar' })).toHaveAttribute('aria-current', 'page')
})

test('a link of an earlier mail opens the tab of the part that it names', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'learner', '/profile#account')
  await expect(page).toHaveURL('/profile?tab=account#account')
  await expect(page.getByRole('heading', { name: 'Inloggning och säkerhet' })).toBeVisible()
})
