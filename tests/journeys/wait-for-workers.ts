import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Waits until the service workers of the page and of the whole portal are active: a connection that breaks while one is
 * fetched logs an error.
 */
export const waitForWorkers = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(
          async () => (await navigator.serviceWorker.getRegistrations()).filter(({ active }) => active).length,
        ),
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(2)
