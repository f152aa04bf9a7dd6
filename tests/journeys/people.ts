import type { Page } from '@playwright/test'
import { type CastName, cast, password } from '#story/people.ts'
import { expect } from './stage.ts'

/** Through the real form, as the named person; ends where the portal sends them. */
export async function signIn(page: Page, name: CastName): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast[name].userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}
