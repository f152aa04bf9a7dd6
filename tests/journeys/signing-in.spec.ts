import { clubs } from '#story/clubs.ts'
import { cast, password as learnerPassword } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn, signInByForm } from './sign-in.ts'

test('a visitor is asked to sign in and returns to the requested page', async ({ page }) => {
  await page.goto('/educations')
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Feducations/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'login')
})

test('a wrong password is refused without saying which half was wrong', { tag: '@once' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill('learner')
  await page.getByRole('textbox', { name: 'Lösenord' }).fill('inte-det-rätta')
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Fel användarnamn eller lösenord.')
})

test('the password can be shown before it is sent', async ({ page, portal }) => {
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: portal.origin }])
  await page.goto('/login')
  const password = page.getByRole('textbox', { name: 'Lösenord' })
  const box = page.getByRole('checkbox', { name: 'Visa lösenordet' })
  await password.fill(learnerPassword)
  await expect(password).toHaveAttribute('type', 'password')
  await box.check()
  await expect(password).toHaveAttribute('type', 'text')
  await expectAccessible(page)
  await shoot(page, 'login-shown')
  await box.uncheck()
  await expect(password).toHaveAttribute('type', 'password')
  await box.check()
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast.learner.userName)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).toHaveURL('/')
})

test('the learner signs in to a page with the name, the club and the licence goals', async ({ page }) => {
  await signInByForm(page, 'learner')
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['token', 'userId'])
  const menu = page.locator('#menu')
  await expect(menu).toContainText('Sara Lindgren')
  await expect(menu).toContainText(`${clubs[cast.learner.club]?.name}`)
  await expect(page.getByRole('region', { name: 'Licensmål' })).toBeVisible()
})

test('a failed sign-in is shown to a superadministrator, with the name and without the password', async ({ page }) => {
  const tried = { username: 'learner', password: 'inte-det-rätta' }
  await page.request.post('/api/Authentication/Login', { data: tried })
  await page.request.post('/api/Authentication/Login', { data: { ...tried, username: 'finns-inte' } })
  await signIn(page, 'superadmin', '/hangfire')
  const attempts = page.getByRole('region', { name: 'Nekade försök' })
  await expect(attempts.getByRole('link', { name: 'learner', exact: true })).toBeVisible()
  await expect(attempts.getByText(/^Okänt användarnamn \([\w-]{16}\)/)).toBeVisible()
  await expect(attempts).not.toContainText(/inte-det-rätta|finns-inte/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'refused-attempts')
})
