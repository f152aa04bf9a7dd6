import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { maxOfficeScript, officePages } from '../../tools/bench/targets.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

test.describe.configure({ timeout: 300_000 })

/** Sums the gzipped script files that a page loads before the first interaction, each once, with an empty cache. */
async function weighScripts(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok())
      sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  const response = await page.goto(path)
  expect(response?.status(), path).toBe(200)
  await page.waitForLoadState('networkidle')
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('no page of the office loads more than 200 kB of script before a press', { tag: '@once' }, async ({
  page,
  browser,
}) => {
  await signIn(page, 'superadmin', '/users')
  const { origin } = new URL(page.url())
  const storageState = await page.context().storageState()
  const weights: [path: string, bytes: number][] = []
  for (const path of officePages) {
    const context = await browser.newContext({ baseURL: origin, storageState })
    weights.push([path, await weighScripts(await context.newPage(), path)])
    await context.close()
  }
  expect(weights.filter(([, bytes]) => bytes > maxOfficeScript)).toEqual([])
  // A page whose scripts are not found would weigh nothing.
  expect(weights.filter(([, bytes]) => bytes > 1024).length).toBe(officePages.length)
})
