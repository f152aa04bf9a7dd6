import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('the office filters holders, chooses them over pages and writes to them', { tag: '@once' }, async ({ page }) => {
  test.slow()
  await signIn(page, 'superadmin', '/licenses?tab=holders&size=25')
  await page.getByRole('combobox', { name: 'Läge' }).selectOption({ label: 'Giltig' })
  await page.getByRole('search').getByRole('button', { name: 'Sök', exact: true }).last().click()
  await expect(page).toHaveURL(/stage=active/)
  await expect(page.getByRole('list', { name: 'Valda filter' }).getByRole('link')).toHaveCount(1)
  const all = page.getByRole('checkbox', { name: 'Markera alla på sidan' })
  await all.check()
  await expect(page.getByText('25 valda')).toBeVisible()
  await inspected(page, 'license-holders')
  await page.getByRole('link', { name: 'Sida 2', exact: true }).click()
  await expect(page.getByText('25 valda')).toBeVisible()
  await expect(all).not.toBeChecked()
  await page.getByRole('link', { name: /^Skriv till \d+ person/ }).click()
  await expect(page).toHaveURL(/\/outbox\/mailing\?kind=users&userIds=/)
})

test.describe('a renewal that may be refused', () => {
  test.use({ expectedErrors: ['POST /user/:id/Licenses/:licenseId/renew'] })

  test('chosen licences are renewed with a reason, and those that cannot be are named', { tag: '@once' }, async ({
    page,
  }) => {
    await signIn(page, 'superadmin', '/licenses?tab=holders')
    await page
      .getByRole('checkbox', { name: /^Markera .+, .+/ })
      .first()
      .check()
    await page.getByRole('button', { name: 'Förnya', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Förnya 1 licens' })
    await dialog.getByRole('textbox', { name: 'Skäl' }).fill('Beslut av styrelsen')
    await inspected(page, 'license-renewals')
    await dialog.getByRole('button', { name: 'Förnya licensen' }).click()
    const done = page.getByText('1 licens är förnyad.')
    await expect(done.or(dialog.getByText('En licens förnyades inte:'))).toBeVisible()
  })
})
