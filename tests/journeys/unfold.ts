import type { Page } from '@playwright/test'

/** Unfolds the head of a list and its tools, which fold on a phone; does nothing in a wide window. */
export async function unfold(page: Page): Promise<void> {
  const folded = page.locator('details[data-phone-fold]:not([open]) > summary')
  for (let left = await folded.count(); left > 0; left -= 1) {
    if (!(await folded.first().isVisible())) return
    await folded.first().click()
  }
}
