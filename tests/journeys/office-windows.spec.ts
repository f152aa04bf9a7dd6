import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll } from './inspect.ts'
import { listPages } from './list-pages.ts'
import { signIn } from './sign-in.ts'

// A phone; and a tablet held upright: the side navigation is away, and tables and forms have little room.
for (const viewport of [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
])
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport, hasTouch: true, colorScheme: 'light' })

    test('each page of the office is accessible, for a superadministrator', async ({ page, baseURL }) => {
      test.setTimeout(400_000)
      await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
      await signIn(page, 'superadmin')
      const pages = listPages('superadmin')
      expect(pages.length).toBeGreaterThan(10)
      for (const path of pages)
        await test.step(path, async () => {
          await page.goto(path)
          await expectNoSidewaysScroll(page)
          await expectAccessible(page)
        })
    })
  })
