import { expect, type Locator } from '@playwright/test'

/** Lists the elements of a locator in document order once there are `count` of them; an earlier list may be shorter. */
export async function eachOf(locator: Locator, count: number): Promise<Locator[]> {
  await expect(locator).toHaveCount(count)
  return locator.all()
}
