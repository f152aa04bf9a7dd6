import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { signInToEnglish } from './sign-in-to-english.ts'
import { waitForWorkers } from './wait-for-workers.ts'

// The copy is stored when the page has been still for some seconds.
test.use({ expectedErrors: ['ERR_INTERNET_DISCONNECTED', 'Failed to fetch', 'ERR_FAILED'] })

test('the own licences open offline after they were opened once, say from when, and leave with the session', async ({
  page,
  context,
  portal,
}) => {
  await context.addCookies([{ name: 'cookieConsent', value: 'true', url: portal.origin }])
  await signIn(page, 'learner', '/profile')
  const copies = () =>
    page.evaluate(async () => (await (await caches.open('page-copies')).keys()).map(({ url }) => new URL(url).pathname))
  const headings = page.locator('#licenses').getByRole('heading')
  await expect.poll(copies, { timeout: 30_000 }).toEqual(['/profile'])
  await waitForWorkers(page)
  await expect(page.getByText('Du ser en sparad sida')).toBeHidden()
  const names = await headings.allTextContents()
  expect(names.length).toBeGreaterThan(0)
  await page.goto('/profile?tab=account')
  expect(await copies()).toEqual(['/profile'])

  await context.setOffline(true)
  await page.goto('/profile?tab=licenses')
  await expect(page.getByText('Du ser en sparad sida')).toBeVisible()
  await expect(page.locator('#license-copy time')).toHaveAttribute('datetime', /^\d{4}-/)
  await expect(headings).toHaveText(names)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'licenses-copy')
  for (const address of ['/profile?tab=account', '/calendar?view=list&own=1']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Du är utan nät' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Försök igen' })).toHaveAttribute('href', address)
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'offline-page')
  await page.getByRole('link', { name: 'Dina licenser' }).click()
  await expect(headings).toHaveText(names)
  await page.goto('/calendar')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Försök igen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kalender' })).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText('Du ser en sparad sida')).toBeHidden()
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(copies).toEqual([])
  await context.setOffline(true)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Du är utan nät' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dina licenser' })).toHaveCount(0)
})

test('in English: a page that cannot be loaded says so, and what opens without a connection', async ({
  page,
  context,
  portal,
}) => {
  await context.addCookies([{ name: 'cookieConsent', value: 'true', url: portal.origin }])
  await signInToEnglish(page, 'learner', portal.origin)
  await page.goto('/profile')
  await waitForWorkers(page)
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('page-copies')).keys()).length), {
      timeout: 30_000,
    })
    .toBe(1)
  await context.setOffline(true)
  await page.goto('/educations')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/educations')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'offline-page-en')
  await page.getByRole('link', { name: 'Your licences' }).click()
  await expect(page.locator('#license-copy time')).toHaveAttribute('datetime', /^\d{4}-/)
})
