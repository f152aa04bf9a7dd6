import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
test('an education leads to its occasions and participants, and back', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  await signIn(page, 'superadmin', '/education/30')
  await page.getByRole('link', { name: 'Tillfällen och deltagare' }).click()
  await expect(page).toHaveURL('/education/30/occasions')
  await expect(page.getByRole('navigation', { name: 'Sökväg' }).getByRole('link').first()).toHaveText('Utbildningar')
  await inspected(page, 'education-occasions')
  const first = page.getByRole('table', { name: 'Tillfällen' }).getByRole('rowheader').first().getByRole('link')
  await first.click()
  await expect(page).toHaveURL(/\/education\/manageOccasion\/\d+$/)
  await page.getByRole('navigation', { name: 'Sökväg' }).getByRole('link', { name: 'Kartingmekaniker' }).click()
  await expect(page).toHaveURL('/education/30/occasions')
  await page.getByRole('link', { name: 'Deltagare', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Deltagare' }).getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('combobox', { name: 'Läge' }).selectOption('Godkänd')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/state=2/)
  await inspected(page, 'education-participants')
  const name = page.getByRole('columnheader', { name: 'Namn' })
  await name.getByRole('link').click()
  await expect(page).toHaveURL(/state=2&descending=1/)
  await expect(name).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Anpassa listan' }).click()
  const settings = page.getByRole('region', { name: 'Anpassa listan' })
  await settings.getByRole('checkbox', { name: 'Förening' }).uncheck()
  await settings.getByRole('button', { name: 'Använd', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Förening' })).toHaveCount(0)
  await expect(name).toHaveAttribute('aria-sort', 'descending')
})

test('the calendar leads to the participants for those who manage them', { tag: '@once' }, async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  await signIn(page, 'superadmin', '/calendar?view=list')
  await page
    .getByRole('link', { name: /^Hantera/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/education\/manage(?:Occasion|PracticalDriverExam)\/\d+$/)
})
