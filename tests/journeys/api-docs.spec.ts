import { expect, test } from './fixtures.ts'

test('the API page lists calls by noun and cannot read the portal’s storage @once', async ({ page }) => {
  // The viewer of 1.7 MB takes its time on a busy machine.
  await page.goto('/api/docs')
  const { tags } = await (await page.request.get('/api/openapi.json')).json()
  await expect(page.locator('.opblock-tag')).toHaveCount(tags.length, { timeout: 60_000 })
  await page.getByRole('link', { name: 'events', exact: true }).click()
  await page.getByRole('link', { name: '/Events/latest', exact: true }).click()
  await expect(page.locator('.opblock.is-open')).toContainText('x-who')
  await expect(page.getByRole('button', { name: /Try it out|Authorize/ })).toHaveCount(0)
  expect(await page.evaluate(() => self.origin)).toBe('null')
})
