import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('the office filters holders, chooses them over pages and writes to them', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/licenses?tab=holders&size=25')
  await page.getByRole('combobox', { name: 'Läge' }).selectOption({ label: 'Giltig' })
  await page.getByRole('search', { name: 'Filter' }).getByRole('button', { name: 'Visa', exact: true }).first().click()
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

test('the club of the filter is in the address by its one name, and an unreadable day is explained in sight', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/licenses?tab=holders')
  await page.getByRole('button', { name: 'Fler filter' }).click()
  const panel = page.getByRole('region', { name: 'Fler filter' })
  await panel.getByRole('combobox', { name: 'Förening' }).click()
  await page.getByRole('option', { name: 'Bredåsen Motorklubb' }).click()
  await panel.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/[?&]organization=\d+(&|$)/)
  expect(page.url()).not.toContain('find-')
  await expect(page.getByRole('link', { name: /Ta bort filtret .*Bredåsen Motorklubb$/ })).toBeVisible()
  await page.goto('/licenses?tab=holders&validOn=2026-02-31')
  await expect(page.locator('#field-validOn-error')).toBeVisible()
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
