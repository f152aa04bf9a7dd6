import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signInByForm } from './people.ts'
import { expect, test } from './stage.ts'

test('a stranger is asked to sign in and comes back to where they were going', async ({ page }) => {
  await page.goto('/educations')
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Feducations/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'login')
})

test('a wrong password is refused without saying which half was wrong', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill('learner')
  await page.getByRole('textbox', { name: 'Lösenord' }).fill('inte-det-rätta')
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Fel användarnamn eller lösenord.')
})

test('the learner signs in', async ({ page }) => {
  await signInByForm(page, 'learner')
  await expect(page).toHaveURL('/')
})
