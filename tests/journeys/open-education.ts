import type { Page } from '@playwright/test'

/** Finds an education by its Swedish title, opens it, and returns its path. */
export async function openEducation(page: Page, title: string): Promise<string> {
  await page.goto(`/educations?text=${encodeURIComponent(title)}`)
  const link = page.getByRole('main').getByRole('link', { name: title, exact: true }).first()
  const path = (await link.getAttribute('href')) ?? '/404'
  await page.goto(path)
  return path
}
