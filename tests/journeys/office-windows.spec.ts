import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/local-portal.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll } from './inspect.ts'
import { signIn } from './sign-in.ts'

/** The office's pages of one reader, from the list that every screen is on; each screen once. */
function listPages(reader: string): string[] {
  const counts: Record<string, number> = JSON.parse(readFileSync(join(root, 'tests/round-trips.json'), 'utf8'))
  const addresses = Object.keys(counts).flatMap((key) => key.split(` as ${reader}`, 1).filter((one) => one !== key))
  const screens = new Map(addresses.map((address) => [address.replace(/\?(?!tab=|view=).*/, ''), address]))
  // Sheets for printing have a layout of their own.
  return [...screens.values()].filter((address) => !address.startsWith('/print'))
}

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
