import type { Page } from '@playwright/test'

/** What the page asks of this address is on its way until the function that comes back is called. */
export async function withheld(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
