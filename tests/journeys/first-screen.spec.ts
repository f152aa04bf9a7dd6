import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'
import { signInToEnglish } from './sign-in-to-english.ts'

const bottomOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  return (box?.y ?? Infinity) + (box?.height ?? 0)
}

/** Expects that the content begins above 160 px, below the line about a disturbance that signed-in people see. */
async function expectEarlyContent(page: Page): Promise<void> {
  const content = page.getByRole('main').locator('h1, nav, img').first()
  expect((await content.boundingBox())?.y).toBeLessThan(160)
}

/** Expects price and date inside the first screen. The bar covers the bottom of a narrow window. */
async function expectOnFirstScreen(page: Page, ...facts: Locator[]): Promise<void> {
  const bar = page.locator('#bar')
  const covered = (await bar.isVisible()) ? ((await bar.boundingBox())?.y ?? 0) : (page.viewportSize()?.height ?? 0)
  for (const fact of facts) expect(await bottomOf(fact.first())).toBeLessThanOrEqual(covered)
}

const price = /Kostnadsfri|Free of charge|\d\skr|SEK\s\d/

test('the first screen has a price in the list, and price and next date of an education', async ({ page }) => {
  await signIn(page, 'learner', '/educations?all=1')
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  await expect(page.getByRole('region', { name: 'Driftinformation' })).toBeVisible()
  await expectEarlyContent(page)
  await expectOnFirstScreen(page, page.getByRole('article').getByText(price))
  await openEducation(page, 'Banpreparering')
  await expectEarlyContent(page)
  await expectOnFirstScreen(page, page.getByRole('main').getByText(price), page.getByRole('main').locator('time'))
})

test('in English: the first screen has the same', async ({ page, portal }) => {
  await signInToEnglish(page, 'learner', portal.origin)
  await page.goto('/educations?all=1')
  await page.getByRole('button', { name: 'Accept cookies' }).click()
  await expectEarlyContent(page)
  await expectOnFirstScreen(page, page.getByRole('article').getByText(price))
  await openEducation(page, 'Banpreparering')
  await expectEarlyContent(page)
  await expectOnFirstScreen(page, page.getByRole('main').getByText(price), page.getByRole('main').locator('time'))
  await page.goto('/en/catalogue/courses')
  await expectEarlyContent(page)
  await page.getByRole('main').getByRole('link', { name: 'Banpreparering' }).first().click()
  await expect(page).toHaveURL(/\/en\/catalogue\/course\//)
  await expectEarlyContent(page)
  await expectOnFirstScreen(page, page.getByRole('main').getByText(price), page.getByRole('main').locator('time'))
})

test('so it is in the open catalogue', async ({ page }) => {
  await page.goto('/katalog/utbildningar')
  await expectEarlyContent(page)
  await page.getByRole('main').getByRole('link', { name: 'Banpreparering' }).first().click()
  await expect(page).toHaveURL(/\/katalog\/utbildning\//)
  await expectEarlyContent(page)
  await expectOnFirstScreen(page, page.getByRole('main').getByText(price), page.getByRole('main').locator('time'))
})
