import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

test.describe.configure({ timeout: 90_000 })

/** Lists that the office works in. Each has many rows in the seed. */
const lists = [
  '/users',
  '/myeducations?view=occasions',
  '/education/1/participants',
  '/betalningar',
  '/licenses?tab=holders',
  '/outbox',
  '/config?tab=audit',
  '/statements',
  '/hangfire',
]

const windowHeight = 900
const rowHeight = 40
const wantedRows = 14

test('an office list has room for 14 rows when it is opened at 1440 by 900', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: windowHeight })
  await signIn(page, 'superadmin')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Dölj meddelandet' }).click()
  for (const path of lists) {
    await page.goto(path)
    const row = page.getByRole('main').locator('table tbody tr').first()
    await expect(row, path).toBeVisible()
    const top = (await row.boundingBox())?.y ?? windowHeight
    expect(Math.floor((windowHeight - top) / rowHeight), path).toBeGreaterThanOrEqual(wantedRows)
  }
})
