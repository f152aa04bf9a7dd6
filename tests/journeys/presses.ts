import type { Page } from '@playwright/test'

/** Counts the presses of the pointer and of Enter on the page, across page loads, from the call on. */
export async function countPresses(page: Page): Promise<() => number> {
  let count = 0
  await page.exposeFunction('countPress', () => {
    count += 1
  })
  await page.addInitScript(() => {
    // The function that the line above exposes to the page.
    const add = () => (window as unknown as { countPress: () => void }).countPress()
    addEventListener('pointerdown', (event) => event.isTrusted && add(), true)
    addEventListener('keydown', (event) => event.isTrusted && event.key === 'Enter' && add(), true)
  })
  return () => count
}
