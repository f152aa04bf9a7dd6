import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdOccasion } from './hold-occasion.ts'
import { expectAccessible, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { waitForWorkers } from './wait-for-workers.ts'

test.beforeEach(({ context, portal }) =>
  context.addCookies([{ name: 'cookieConsent', value: 'true', url: portal.origin }]),
)

const everythingStored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort())

async function askToSignOut(page: Page) {
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut', exact: true }).click()
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Allt är inte skickat' })

test('signing out leaves nothing of the portal in the browser', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator')
  await page.goto('/calendar')
  await page.evaluate(() => {
    localStorage.setItem('usersColumnsHidden', '["email"]')
    localStorage.setItem('portal-kept-places', '{}')
    localStorage.setItem('filterFavoriteBranchPopup', 'closed')
    sessionStorage.setItem('toast', '["x","info"]')
  })
  await askToSignOut(page)
  await expect(page).toHaveURL(/\/login/)
  expect(await everythingStored(page)).toEqual([])
})

test.describe('unsent work', () => {
  test.use({ expectedErrors: ['TypeError: Failed to fetch'] })

  test('is listed before it is lost, sent first, or knowingly discarded', async ({ page, context }) => {
    await signIn(page, 'educator')
    await holdOccasion(page, 271)
    await page.goto('/education/manageOccasion/271')
    const attended = page.getByRole('button', { name: /^Deltog / }).last()
    await expect(attended).toBeVisible()
    await waitForWorkers(page)
    await context.setOffline(true)
    await attended.click()
    await expect(page.getByText('Skickas senare').first()).toBeVisible()
    const readerId = await page.evaluate(() => localStorage.getItem('userId'))
    await askToSignOut(page)
    const dialog = dialogOf(page)
    await expect(dialog).toContainText('Markeringar på tillfällen som inte har skickats: 1')
    await expect(dialog.getByText(/protokoll/i).first()).toBeHidden()
    await expectAccessible(page)
    await shoot(page, 'sign-out-unsent')
    await dialog.getByRole('button', { name: 'Avbryt' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/manageOccasion/)

    await page.getByRole('button', { name: 'Logga ut', exact: true }).click()
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Skicka först' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await everythingStored(page)).toEqual([])
    expect(readerId).not.toBeNull()
  })
})

test('unfinished protocols cannot be sent; signing out is still possible', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator')
  await page.evaluate(() => {
    const id = localStorage.getItem('userId')
    localStorage.setItem(
      `protocols-${id}`,
      JSON.stringify({ 1: { items: {}, passed: null, note: 'x', signature: '' } }),
    )
  })
  await page.goto('/calendar')
  await askToSignOut(page)
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('Påbörjade protokoll')
  await expect(dialog.getByRole('button', { name: 'Skicka först' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Logga ut ändå' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await everythingStored(page)).toEqual([])
})
