import { basename } from 'node:path'
import type { Page } from 'playwright'

interface PartOfEducation {
  educationId: number
  title: string
}

/**
 * Uploads a package for a part through the part's form, and saves it with the completion rule.
 * @throws Error when the portal refuses the package.
 */
export async function uploadThroughForm(page: Page, part: PartOfEducation, path: string, rule: string) {
  await page.goto(`/education/${part.educationId}/manageEducationParts`)
  await page.getByRole('button', { name: `Ändra ${part.title}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Ändra ${part.title}` })
  await dialog.getByLabel('Kurspaket').setInputFiles(path)
  // The package is in a collapsed list, which has no accessible roles.
  const current = dialog
    .locator('li')
    .filter({ hasText: basename(path) })
    .filter({ hasText: 'Används' })
  const problem = dialog.getByRole('alert').filter({ hasText: /\S/ })
  await current.or(problem).first().waitFor({ state: 'attached', timeout: 120_000 })
  if (await problem.isVisible()) throw new Error(`refused: ${await problem.textContent()}`)
  await dialog.getByLabel('Delmomentet är klart när kursen är').selectOption(rule)
  await dialog.getByRole('button', { name: 'Spara delmomentet' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
