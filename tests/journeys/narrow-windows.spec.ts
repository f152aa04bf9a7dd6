import { learnerPhonePages, publicPages } from '../../tools/bench/targets.ts'
import { expect, test } from './fixtures.ts'
import { expectNoSidewaysScroll } from './inspect.ts'
import { signIn } from './sign-in.ts'

// WCAG 1.4.10: a window of 1280 pixels at 400 %.
test.use({ viewport: { width: 320, height: 640 } })

test('no public page is wider than 320 pixels', async ({ page }) => {
  for (const path of publicPages)
    await test.step(path, async () => {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
    })
})

test('no page of a learner is wider than 320 pixels', async ({ page }) => {
  await signIn(page, 'learner')
  for (const path of [...learnerPhonePages, '/calendar?view=month', '/calendar?view=list'])
    await test.step(path, async () => {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
    })
})

test.describe('in a window of 1440 pixels', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the header shows the whole names of the portal, the person and the club', async ({ page }) => {
    await signIn(page, 'learner', '/calendar')
    const names = page.locator('#header .truncate').locator('visible=true')
    await expect(names).toHaveCount(3)
    const cut = await names.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    )
    expect(cut).toEqual([])
  })
})
